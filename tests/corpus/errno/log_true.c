// expect: TRUE
// why: Logarithms: a pole at 0, a domain error below it.
#include <assert.h>
#include <errno.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    volatile double zero = 0, minus = -2;
    errno = 0;
    assert(log(zero) == -INFINITY && errno == ERANGE);
    errno = 0;
    assert(isnan(log10(minus)) && errno == EDOM);
    errno = 0;
    assert(isnan(log1pf(minus)) && errno == EDOM);
    errno = 0;
    assert(isinf(log2l(zero)) && errno == ERANGE);
    return 0;
}
