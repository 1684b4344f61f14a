// expect: TRUE
// why: a ring buffer for one producer and one consumer, by one thread

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 4u

static struct {
    _Atomic(unsigned) head, tail;
    int data[SIZE];
} ring;

static bool put(int value)
{
    unsigned head = atomic_load_explicit(&ring.head, memory_order_relaxed);
    if (head - atomic_load_explicit(&ring.tail, memory_order_acquire) == SIZE)
        return false;
    ring.data[head % SIZE] = value;
    atomic_store_explicit(&ring.head, head + 1, memory_order_release);
    return true;
}

static bool get(int *value)
{
    unsigned tail = atomic_load_explicit(&ring.tail, memory_order_relaxed);
    if (tail == atomic_load_explicit(&ring.head, memory_order_acquire))
        return false;
    *value = ring.data[tail % SIZE];
    atomic_store_explicit(&ring.tail, tail + 1, memory_order_release);
    return true;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 0;
    for (int i = 0; i < (int)SIZE; i++)
        __VERIFIER_assert(put(x + i));
    __VERIFIER_assert(!put(0));
    for (int i = 0; i < (int)SIZE; i++)
        __VERIFIER_assert(get(&y) && y == x + i);
    __VERIFIER_assert(!get(&y));
    return 0;
}
