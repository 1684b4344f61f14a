// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: inputs are read at every depth

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

static int most(int n)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 100);
    if (n == 0)
        return x;
    int rest = most(n - 1);
    return x > rest ? x : rest;
}
int main(void)
{
    int m = most(2);
    __VERIFIER_assert(m >= 0 && m <= 100);
    return 0;
}
