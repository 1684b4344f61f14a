// expect: TRUE
// check: bounds
// why: One past the end may be named, but not read.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    int *end = &a[4];
    if (i < 0 || i > 3)
        return 0;
    return a[i] + (end == a);
}
