// expect: FALSE
// why: a number is put together from its parts, whatever it is

#include <math.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    int e;
    float part = frexpf(x, &e);
    if (x > 1 && x < 1000)
        __VERIFIER_assert(e >= 1 && e <= 9 && part >= 0.5f && part < 1);
    return 0;
}
