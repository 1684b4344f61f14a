// expect: TRUE
// why: fmod has the sign of the dividend, remainder rounds the quotient

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(fmod(5.5, 2.0) == 1.5 && fmod(-5.5, 2.0) == -1.5);
    __VERIFIER_assert(remainder(5.5, 2.0) == -0.5 && remainder(5.0, 2.0) == 1.0);
    __VERIFIER_assert(isnan(fmod(1.0, 0.0)));
    return 0;
}
