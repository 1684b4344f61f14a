// expect: TRUE
// why: A string is read by isspace and tolower.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char s[100];
    unsigned n = 0;
    while (n < 99) {
        char c = __VERIFIER_nondet_char();
        if (c == 0)
            break;
        s[n++] = c;
    }
    s[n] = 0;
    int in = 0;
    for (unsigned i = 0; s[i]; i++) {
        if (isspace((unsigned char) s[i]))
            in = 0;
        else if (!in)
            in = 1;
        assert(in == !isspace((unsigned char) s[i]));
        assert(!isupper(tolower((unsigned char) s[i])));
    }
    return 0;
}
