// expect: TRUE
// why: the address of a parameter is that of the copy

extern void __VERIFIER_assert(int);

static int clear(int n)
{
    int *p = &n;
    *p = 0;
    return n;
}
int main(void)
{
    int n = 8;
    int r = clear(n);
    __VERIFIER_assert(r == 0 && n == 8);
    return 0;
}
