// expect: FALSE
// why: lock and unlock alternate in a loop

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int held = 0;
static void lock(void)
{
    __VERIFIER_assert(!held);
    held = 1;
}
static void unlock(void)
{
    __VERIFIER_assert(held);
    held = 0;
}
int main(void)
{
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if (!held) lock();
        } else {
            unlock();
        }
    }
}
