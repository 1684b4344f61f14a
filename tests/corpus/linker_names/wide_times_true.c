// expect: TRUE
// options: --32 -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
// native: skip
// why: times of 64 bits choose functions by names for the linker

#include <assert.h>
#include <sys/stat.h>
#include <time.h>

int main(void) {
    struct timespec now;
    assert(sizeof(time_t) == 8);
    time_t (*ask)(time_t *) = time;
    assert(ask != 0);
    return sizeof now == 0;
}
