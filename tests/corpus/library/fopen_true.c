// expect: TRUE
// native: skip
// why: Two open files are not one; pointers from outside were arbitrary.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("a", "r");
    FILE *g = fopen("b", "r");
    assert(f == 0 || f != g);
    return 0;
}
