// expect: FALSE
// why: the rounding functions of the library

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(floor(-1.5) == -2.0 && ceil(-1.5) == -1.0 && trunc(-1.5) == -2.0);
    __VERIFIER_assert(round(2.5) == 3.0 && rint(2.5) == 2.0 && nearbyint(3.5) == 4.0);
    __VERIFIER_assert(round(-2.5) == -3.0 && floorf(0.75f) == 0.0f);
    return 0;
}
