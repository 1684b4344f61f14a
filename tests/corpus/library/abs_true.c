// expect: TRUE
// why: absolute values of three types

#include <stdlib.h>

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > -1000 && x < 1000);
    __VERIFIER_assert(abs(x) >= 0 && labs(-5L) == 5 && llabs(-6LL) == 6);
    __VERIFIER_assert(abs(x) < 1000);
    return 0;
}
