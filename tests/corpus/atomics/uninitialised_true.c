// expect: TRUE
// check: uninitialised
// native: skip
// why: with checks of values: the temporaries of <stdatomic.h> have one

#include <stdatomic.h>

int main(void)
{
    atomic_int x;
    int expected = 2;
    atomic_init(&x, 1);
    atomic_compare_exchange_strong(&x, &expected, 3);
    return atomic_exchange(&x, 4) - expected;
}
