// expect: FALSE
// why: a lock by a flag, taken and released

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int inside, total;

static void enter(void)
{
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    __VERIFIER_assert(inside == 0);
    inside = 1;
}

static void leave(void)
{
    inside = 0;
    atomic_flag_clear_explicit(&lock, memory_order_release);
}

int main(void)
{
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 4;
    for (unsigned i = 0; i < n; i++) {
        enter();
        total++;
        leave();
    }
    __VERIFIER_assert(total == (int)n);
    __VERIFIER_assert(atomic_flag_test_and_set(&lock) == 1);
    return 0;
}
