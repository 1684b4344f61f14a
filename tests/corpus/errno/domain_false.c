// expect: FALSE
// why: Domain errors and poles of other functions.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double two = 2, one = 1, half = 0.5, inf = INFINITY;
    errno = 0;
    acos(two);
    assert(errno == EDOM);
    errno = 0;
    asinf(-two);
    assert(errno == EDOM);
    errno = 0;
    acoshl(half);
    assert(errno == EDOM);
    errno = 0;
    atanh(one);
    assert(errno == ERANGE);
    errno = 0;
    sin(inf);
    assert(errno == EDOM);
    errno = 0;
    pow(-two, half);
    assert(errno == EDOM);
    errno = 0;
    tgamma(-two);
    assert(errno == EDOM);
    errno = 0;
    lgamma(-two);
    assert(errno == EDOM);
    return 0;
}
