// expect: FALSE
// engine bmc: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// engine ic3: UNKNOWN
// why: Only numbers that do not fit are errors, and these give the limit.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    assert(strtoll("9223372036854775807", 0, 0) == 0x7fffffffffffffff && errno == 0);
    assert(strtoll("-9223372036854775808", 0, 0) < 0 && errno == 0);
    assert(strtoll("9223372036854775808", 0, 0) == 0x7fffffffffffffff && errno == ERANGE);
    errno = 0;
    assert(strtoull("18446744073709551615", 0, 0) == -1ull && errno == 0);
    assert(strtoull("18446744073709551616", 0, 0) == -1ull && errno == 0);
    return 0;
}
