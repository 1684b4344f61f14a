// expect: FALSE
// why: fdim sets errno if the difference is too large.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double large = 1.7e308;
    errno = 0;
    assert(fdim(large, 1) == large && errno == 0);
    assert(fdim(-large, large) == 0 && errno == 0);
    assert(isinf(fdim(large, -large)) && errno == 0);
    return 0;
}
