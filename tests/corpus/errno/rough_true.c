// expect: TRUE
// native: skip
// why: Everyday arguments of functions that are known only roughly leave errno alone.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double x = 3;
    errno = 0;
    double y = exp(x) + pow(x, 2) + hypot(x, 4) + log(x) + acos(x / 4) + cosh(x) + atan2(x, 2) + erfc(x);
    assert(errno == 0);
    return y > 0 ? 0 : 0;
}
