// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: each activation has locals of its own

extern void __VERIFIER_assert(int);

static int depth(int n, int *outer)
{
    int own = n;
    if (outer)
        __VERIFIER_assert(&own != outer && *outer == n + 1);
    if (n > 0)
        depth(n - 1, &own);
    return own;
}
int main(void)
{
    int r = depth(3, 0);
    __VERIFIER_assert(r == 3);
    return 0;
}
