// expect: FALSE
// native: skip
// why: Output may fail.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = printf("abc");
    assert(n >= 0);
    return 0;
}
