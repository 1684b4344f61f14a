// expect: FALSE
// why: A variable of the program that is called errno is its own.
#include <assert.h>
extern long strtol(const char *, char **, int);

int main(void) {
    int errno = 0;
    strtol("99999999999999999999", 0, 10);
    assert(errno == 34);
    return 0;
}
