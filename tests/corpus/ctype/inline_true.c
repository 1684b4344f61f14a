// expect: TRUE
// options: -D__OPTIMIZE__=2 -U__NO_INLINE__
// why: With optimisation, tolower and toupper are inline functions and macros that read tables.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    char d = __VERIFIER_nondet_char();
    assert(toupper('a') == 'A' && tolower(300) == 300 && tolower(-129) == -129);
    if (c >= -1)
        assert(tolower(c) == c || (c < 256 && isupper(c) && tolower(c) == c + 32));
    if (d >= 0)
        assert(!islower(toupper(d)) && toupper(d) == (toupper)(d));
    assert(tolower(-1) == -1);
    return 0;
}
