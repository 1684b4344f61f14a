// expect: FALSE
// why: a loop around a weak comparison, however often it fails

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>

int main(void)
{
    _Atomic unsigned x = (unsigned)__VERIFIER_nondet_int();
    unsigned start = x, old = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &old, old + 2))
        __VERIFIER_assert(old == start);
    __VERIFIER_assert(x == start + 1);
    return 0;
}
