// expect: TRUE
// why: fmin and fmax ignore NaN

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    double zero = 0.0, nan = zero / zero;
    __VERIFIER_assert(fmax(1.0, 2.0) == 2.0 && fmin(1.0, 2.0) == 1.0);
    __VERIFIER_assert(fmax(nan, 3.0) == 3.0 && fmin(4.0, nan) == 4.0);
    return 0;
}
