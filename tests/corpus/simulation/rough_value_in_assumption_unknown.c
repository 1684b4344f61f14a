// expect: UNKNOWN: cos
// why: whether the assumption holds depends on a result that is known only roughly

#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x == 2.0);
    __VERIFIER_assume(cos(x) > 0.25);
    __VERIFIER_assert(x != 2.0);
    return 0;
}
