// expect: UNKNOWN: recursive
// engine bmc: UNKNOWN
// why: the base case is missed, so the recursion goes on for 2^32 calls

extern void __VERIFIER_assert(int);

static int f(int n)
{
    if (n == 2)
        return 0;
    return f(n - 1);
}
int main(void)
{
    __VERIFIER_assert(f(1) == 0);
    return 0;
}
