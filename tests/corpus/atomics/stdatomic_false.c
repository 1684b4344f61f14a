// expect: FALSE
// why: the operations of <stdatomic.h> on an integer

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>

int main(void)
{
    int start = __VERIFIER_nondet_int();
    atomic_int x;
    atomic_init(&x, start);
    __VERIFIER_assert(atomic_load(&x) == start);
    atomic_store(&x, 5);
    __VERIFIER_assert(atomic_fetch_add(&x, 3) == 5);
    __VERIFIER_assert(atomic_fetch_sub(&x, 1) == 8);
    __VERIFIER_assert(atomic_fetch_or(&x, 8) == 7);
    __VERIFIER_assert(atomic_fetch_and(&x, 12) == 15);
    __VERIFIER_assert(atomic_fetch_xor(&x, 6) == 12);
    __VERIFIER_assert(atomic_exchange_explicit(&x, 1, memory_order_relaxed) == 12);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    __VERIFIER_assert(atomic_is_lock_free(&x));
    return 0;
}
