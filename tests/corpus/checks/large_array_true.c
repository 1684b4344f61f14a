// expect: TRUE
// check: bounds
// why: Arrays that are not split into cells.
int __VERIFIER_nondet_int(void);
int a[1000];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 1000)
        return 0;
    a[i] = i;
    return 0;
}
