// expect: TRUE
// why: Allocation, which never fails here, leaves errno alone.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    int *p = malloc(4);
    *p = 5;
    p = realloc(p, 8);
    assert(*p == 5 && errno == 0);
    free(p);
    return 0;
}
