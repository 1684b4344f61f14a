// expect: TRUE
// native: skip
// why: a condition that is wider than int must not be cut before it is tested

#include <assert.h>
int main(void)
{
    long x = 1L << 32;
    assert(x);
    return 0;
}
