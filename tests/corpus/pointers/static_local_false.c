// expect: FALSE
// why: a pointer to a static local stays valid

extern void __VERIFIER_assert(int);

static int *counter(void)
{
    static int n;
    n++;
    return &n;
}
int main(void)
{
    int *p = counter();
    counter();
    __VERIFIER_assert(*p == 1);
    *p = 10;
    __VERIFIER_assert(*counter() == 11);
    return 0;
}
