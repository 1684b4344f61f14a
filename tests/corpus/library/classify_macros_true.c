// expect: TRUE
// why: Macros of <math.h> about classes of numbers.
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    int c = fpclassify(x);
    assert((c == FP_NAN) == !!isnan(x) && (c == FP_INFINITE) == !!isinf(x));
    assert(!!isfinite(x) == (c == FP_ZERO || c == FP_SUBNORMAL || c == FP_NORMAL));
    assert(isinf(HUGE_VAL) && isnan(NAN) && INFINITY > 1 && !!isnormal(x) == (c == FP_NORMAL));
    assert(isless(1.0, 2.0) && isunordered(NAN, x) && fpclassify(1e-40f) == FP_SUBNORMAL);
    return 0;
}
