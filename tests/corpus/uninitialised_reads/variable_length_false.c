// expect: FALSE
// check: uninitialised
// why: An array of variable length.
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 9)
        return 0;
    int a[n];
    a[0] = 1;
    a[n - 1] = 2;
    return a[0] + a[n / 2];
}
