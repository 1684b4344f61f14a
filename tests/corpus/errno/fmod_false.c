// expect: FALSE
// why: Remainders of infinity and by 0 are domain errors.
#include <assert.h>
#include <errno.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    volatile double zero = 0, x = 5, inf = INFINITY, nan = NAN;
    errno = 0;
    assert(fmod(x, 3) == 2 && remainder(x, 3) == -1 && errno == 0);
    fmod(x, zero);
    assert(errno == EDOM);
    errno = 0;
    remainderl(inf, x);
    assert(errno == EDOM);
    errno = 0;
    fmod(nan, zero);
    remainder(inf, nan);
    fmodf(x, inf);
    assert(errno == EDOM);
    return 0;
}
