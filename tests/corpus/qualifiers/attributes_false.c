// expect: FALSE
// why: GNU attributes and __extension__ are skipped where they do not matter

extern void __VERIFIER_assert(int);

static int __attribute__((noinline, unused)) f(int x __attribute__((unused))) { return 2; }
extern void stop(void) __attribute__((__noreturn__));
int main(void)
{
    int x __attribute__((aligned(8))) = f(1);
    __extension__ int y = x;
    __VERIFIER_assert(x == 3 && y == x);
    return 0;
}
