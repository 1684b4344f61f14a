// expect: FALSE
// native: skip
// why: A file need not be there.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("name", "r");
    assert(f != 0);
    return 0;
}
