// expect: FALSE
// why: an example with a readable trace: a lock that is taken twice on a rare path

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int locked;

static void lock(void)
{
    __VERIFIER_assert(!locked);
    locked = 1;
}

static void unlock(void)
{
    __VERIFIER_assert(locked);
    locked = 0;
}

int main(void)
{
    int retries = 0;
    while (retries < 3) {
        int request = __VERIFIER_nondet_int();
        lock();
        if (request == 42) {
            retries++;
            continue;
        }
        unlock();
    }
    return 0;
}
