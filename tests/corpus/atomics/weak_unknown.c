// expect: UNKNOWN: a run in which a weak compare-and-exchange fails on equal values
// why: C lets a weak comparison fail, x86 does not: no verdict rests on it

extern void __VERIFIER_assert(int);

#include <stdatomic.h>

int main(void)
{
    atomic_int x = 1;
    int expected = 1;
    __VERIFIER_assert(atomic_compare_exchange_weak(&x, &expected, 2));
    return 0;
}
