// expect: FALSE
// why: A macro of <tgmath.h> takes the function of the widest argument; integers count as double.
#include <assert.h>
#include <tgmath.h>
float __VERIFIER_nondet_float(void);
int main(void)
{
    float f = __VERIFIER_nondet_float();
    if (!(f >= 0.5f && f <= 2.0f))
        return 0;
    assert(sizeof(fabs(f)) == sizeof(float) && fabs(-f) == f);
    assert(sizeof(fmax(f, 2.0f)) == sizeof(double));
    assert(sizeof(ldexp(f, 3)) == sizeof(float));
    assert(sizeof(floor(f + 0.0L)) == sizeof(long double));
    assert(floor(f) <= 2 && lround(f) <= 2 && sqrt(4) == 2);
    return 0;
}
