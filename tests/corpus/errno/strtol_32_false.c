// expect: FALSE
// options: --32
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// engine ic3: UNKNOWN
// why: Numbers in text that are too large set errno; it stayed 0.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    strtol("99999999999999999999", 0, 10);
    assert(errno == 0);
    errno = 0;
    assert(strtol("123", 0, 10) == 123 && errno == 0);
    assert(strtoul("-1", 0, 10) == -1ul && errno == 0);
    return 0;
}
