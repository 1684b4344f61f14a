// expect: FALSE
// check: pointer
// why: A pointer into a variable-length array stays in it.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    int a[n];
    int *p = a;
    p[n] = 3;
    return *a;
}
