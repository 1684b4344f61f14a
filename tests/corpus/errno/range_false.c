// expect: FALSE
// why: Large arguments of exp are range errors for sure.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double x = 1000;
    errno = 0;
    exp(x);
    assert(errno == 0);
    return 0;
}
