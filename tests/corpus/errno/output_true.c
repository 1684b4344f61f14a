// expect: TRUE
// native: skip
// why: No function of the library sets errno to 0.
#include <assert.h>
#include <errno.h>

#include <stdio.h>

int main(void) {
    errno = EDOM;
    printf("hello\n");
    assert(errno > 0);
    return 0;
}
