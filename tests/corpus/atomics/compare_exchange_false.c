// expect: FALSE
// why: a strong comparison says what is there where it fails

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>

int main(void)
{
    _Atomic int x = 3;
    int expected = __VERIFIER_nondet_int();
    int wanted = expected;
    if (atomic_compare_exchange_strong(&x, &expected, 7)) {
        __VERIFIER_assert(wanted == 3 && expected == 3 && x == 3);
    } else {
        __VERIFIER_assert(wanted != 3 && expected == 3 && x == 3);
    }
    return 0;
}
