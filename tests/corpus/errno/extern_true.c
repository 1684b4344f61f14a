// expect: TRUE
// native: skip
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// engine ic3: UNKNOWN
// why: errno, declared without the header, is the same object.
#include <assert.h>
extern int errno;
extern long strtol(const char *, char **, int);

int main(void) {
    errno = 0;
    strtol("99999999999999999999", 0, 10);
    assert(errno == 34);
    return 0;
}
