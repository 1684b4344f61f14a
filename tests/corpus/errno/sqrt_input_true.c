// expect: TRUE
// why: errno tells negative numbers from others, NaN included.
#include <assert.h>
#include <errno.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    float z = __VERIFIER_nondet_float();
    errno = 0;
    double y = sqrt(x);
    if (errno == 0)
        assert(!(x < 0));
    else
        assert(y != y && errno == EDOM);
    errno = 0;
    sqrtf(z);
    assert((errno == EDOM) == (z < 0));
    return 0;
}
