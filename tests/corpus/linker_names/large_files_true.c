// expect: TRUE
// options: -D_FILE_OFFSET_BITS=64
// native: skip
// why: with offsets of 64 bits every function of <stdio.h> that has a version for them was unknown

#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    FILE *file = fopen("name", "r");
    if (!file) return 0;
    int c = fgetc(file);
    assert(c >= -1 && c <= 255);
    if (fseeko(file, 0, SEEK_SET) == 0) assert(!feof(file));
    assert(sizeof(off_t) == 8 && lseek(0, 0, SEEK_CUR) >= -1);
    return 0;
}
