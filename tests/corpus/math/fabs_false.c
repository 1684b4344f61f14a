// expect: FALSE
// why: fabs clears the sign, of zero as well

#include <math.h>

extern void __VERIFIER_assert(int);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!isnan(x))
        __VERIFIER_assert(fabs(x) >= 0.0 && (fabs(x) == x || fabs(x) == -x));
    __VERIFIER_assert(1.0 / fabs(-0.0) < 0.0);
    return 0;
}
