// expect: FALSE
// options: -D_FILE_OFFSET_BITS=64
// native: skip
// why: what a file of this kind holds is an input

#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("name", "r");
    if (!file) return 0;
    int c = fgetc(file);
    assert(c >= -1 && c < 255);
    return 0;
}
