// expect: FALSE
// check: bounds
// why: A subscript of a variable-length array is below its length.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    int a[n];
    a[n] = 3;
    return a[n];
}
