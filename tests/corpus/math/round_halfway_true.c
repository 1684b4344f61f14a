// expect: TRUE
// why: halves go away from zero by round, to even by rint

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    double x = 0.5;
    __VERIFIER_assert(round(x) == 1.0 && rint(x) == 0.0);
    __VERIFIER_assert(round(0.49999999999999994) == 0.0);
    return 0;
}
