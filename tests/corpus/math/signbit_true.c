// expect: TRUE
// why: the sign of zero

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    double n = -0.0;
    __VERIFIER_assert(signbit(n) && !signbit(0.0) && signbit(-1.0f));
    __VERIFIER_assert(1.0 / copysign(0.0, -3.0) < 0.0 && copysign(2.0, 1.0) == 2.0);
    return 0;
}
