// expect: FALSE
// check: uninitialised
// native: skip
// why: with checks of values: an atomic load of what was not given one

#include <stdatomic.h>

int main(void)
{
    atomic_int x;
    return atomic_load(&x) & 0;
}
