// expect: TRUE
// why: what kind of number it is

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    double zero = 0.0, inf = 1.0 / zero, nan = inf - inf;
    __VERIFIER_assert(isnan(nan) && isinf(inf) && isinf(-inf) && !isinf(1.0));
    __VERIFIER_assert(isfinite(1e308) && !isfinite(nan) && !isfinite(inf));
    __VERIFIER_assert(fpclassify(1e-310) == FP_SUBNORMAL && fpclassify(zero) == FP_ZERO);
    __VERIFIER_assert(fpclassify(1.0) == FP_NORMAL && fpclassify(nan) == FP_NAN);
    return 0;
}
