// expect: FALSE
// why: how large atan(x) is, is known only roughly, but it has the sign of x

#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assert(x != -3.0 || !signbit(atan(x)));
    return 0;
}
