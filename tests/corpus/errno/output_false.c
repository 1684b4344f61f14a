// expect: FALSE
// native: skip
// why: Output may fail, and then it sets errno.
#include <assert.h>
#include <errno.h>

#include <stdio.h>

int main(void) {
    errno = 0;
    printf("hello\n");
    assert(errno == 0);
    return 0;
}
