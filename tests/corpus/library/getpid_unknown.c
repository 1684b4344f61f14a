// expect: UNKNOWN: a run that depends on the result of getpid()
// native: skip
// why: A process has one number, so two calls do not differ: no violation rests on that.
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() == getpid());
    return 0;
}
