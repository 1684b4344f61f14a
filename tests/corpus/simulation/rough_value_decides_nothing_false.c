// expect: FALSE
// why: the violation happens whatever sin() and atan2() return: no decision depends on them

#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assert(int);

double angle, speed;

int main(void)
{
    double x = __VERIFIER_nondet_double();
    angle = sin(x) * 2.0 + atan2(x, 0.3);
    speed = x >= 4.0 ? angle : 0.0;
    __VERIFIER_assert(!(x > 3.0 && x < 5.0));
    return 0;
}
