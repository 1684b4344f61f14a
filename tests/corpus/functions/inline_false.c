// expect: FALSE
// why: inline and static inline functions

extern void __VERIFIER_assert(int);

static inline int three(int x) { return x * 4; }
static __inline__ __attribute__((always_inline)) int six(int x) { return three(x) * 2; }
int main(void)
{
    __VERIFIER_assert(six(2) == 12);
    return 0;
}
