// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: a local keeps its value while the function calls itself

extern void __VERIFIER_assert(int);

static int count(int n)
{
    int mine = n * n;
    if (n > 0)
        count(n - 1);
    __VERIFIER_assert(mine == n * n);
    return mine;
}
int main(void)
{
    count(4);
    return 0;
}
