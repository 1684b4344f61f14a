// expect: TRUE
// native: skip
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// why: Headers say that atol has no effects, so whether it sets errno is up to the compiler.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    int n = atoi("12");
    assert(n == 12 && errno == 0);
    long m = atol("99999999999999999999");
    assert(m > 0 && (errno == 0 || errno == ERANGE));
    return 0;
}
