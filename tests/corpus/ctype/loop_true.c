// expect: TRUE
// why: Classes of characters in a loop must not cost more than comparisons.
#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int digits = 0, spaces = 0, total = 0;
    for (int i = 0; i < 1000; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        total++;
        if (isdigit(c))
            digits++;
        else if (isspace(c))
            spaces++;
        assert(digits + spaces <= total);
    }
    return 0;
}
