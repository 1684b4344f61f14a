// expect: UNKNOWN: sin
// why: a run that reads a result that is known only roughly shows nothing, whoever finds it

#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assert(!(sin(x) > 0.5 && x == 1.0));
    return 0;
}
