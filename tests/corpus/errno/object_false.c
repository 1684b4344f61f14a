// expect: FALSE
// why: errno is one int, which starts with 0 and keeps its value.
#include <assert.h>
#include <errno.h>

int *where(void) { return &errno; }

int main(void) {
    assert(errno == 0);
    int *p = &errno;
    *p = 7;
    assert(errno == 7 && where() == p);
    errno++;
    assert(*where() == 7);
    return 0;
}
