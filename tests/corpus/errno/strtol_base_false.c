// expect: FALSE
// why: A base that does not exist sets errno, and the end is not stored.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    char *end = "x";
    char *before = end;
    errno = 0;
    assert(strtol("1", &end, 1) == 0 && errno == EINVAL && end == before);
    errno = 0;
    assert(strtol("z", &end, 36) == 35 && errno == 0 && end == before);
    return 0;
}
