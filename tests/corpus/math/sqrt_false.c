// expect: FALSE
// why: square roots round correctly

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    double m = -1.0;
    __VERIFIER_assert(sqrt(4.0) == 2.0 && sqrt(2.0) == 1.4142135623730949);
    __VERIFIER_assert(isnan(sqrt(m)) && sqrtf(9.0f) == 3.0f);
    return 0;
}
