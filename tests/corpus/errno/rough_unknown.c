// expect: UNKNOWN: a run that depends on the result of exp()
// why: Where the arguments do not tell, no violation rests on errno.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
    volatile double x = 709.5;
    errno = 0;
    exp(x);
    assert(errno == 0);
    return 0;
}
