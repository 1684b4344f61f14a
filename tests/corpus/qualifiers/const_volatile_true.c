// expect: TRUE
// why: const, volatile, register and inline do not change the meaning

extern void __VERIFIER_assert(int);

static inline int next(register int x) { return x + 1; }
int main(void)
{
    const int c = 4;
    volatile int v = c;
    auto int w = next(v);
    __VERIFIER_assert(w == v + 1);
    return 0;
}
