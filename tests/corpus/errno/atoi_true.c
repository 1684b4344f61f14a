// expect: TRUE
// why: atoi is strtol in the GNU C library, errno included.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    int n = atoi("12");
    assert(n == 12 && errno == 0);
    atol("99999999999999999999");
    assert(errno != 0);
    return 0;
}
