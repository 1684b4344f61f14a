// expect: FALSE
// why: Annex F of C fixes these results: cos(0) is 1, and pow(x, 0) is, too

#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assert(x != 0.0 || cos(x) + pow(7.25, x) != 2.0);
    return 0;
}
