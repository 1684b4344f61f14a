// expect: UNKNOWN: recursive call of `f`
// engine bmc: UNKNOWN
// why: recursion without an end is not decided

extern void __VERIFIER_assert(int);

static int f(int n) { return f(n + 1); }
int main(void)
{
    __VERIFIER_assert(f(0) == 0);
    return 0;
}
