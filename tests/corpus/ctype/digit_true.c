// expect: TRUE
// why: The header reads a table behind __ctype_b_loc(), which was arbitrary.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c >= '0' && c <= '9')
        assert(isdigit(c) && isxdigit(c) && isalnum(c) && !isalpha(c));
    return 0;
}
