// expect: TRUE
// why: a recursive call that is never made

extern void __VERIFIER_assert(int);

static int f(int n)
{
    if (n == 1)
        return 0;
    return f(n - 1);
}
int main(void)
{
    __VERIFIER_assert(f(1) == 0);
    return 0;
}
