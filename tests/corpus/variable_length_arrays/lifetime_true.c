// expect: TRUE
// check: pointer
// why: A variable-length array ends with its block.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), y = 0, *p = &y;
    if (n < 1 || n > 100)
        return 0;
    {
        int a[n];
        a[0] = 1;
        p = a;
        int x = *p;
        p = &y;
        y = x;
    }
    return *p;
}
