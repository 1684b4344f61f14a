// expect: FALSE
// why: The square root of a negative number sets errno; it stayed 0.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    errno = 0;
    volatile double x = -1.0;
    double y = sqrt(x);
    assert(y != y && errno == 0);
    return 0;
}
