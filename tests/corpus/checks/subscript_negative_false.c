// expect: FALSE
// check: bounds
// why: A negative subscript is outside as well.
int __VERIFIER_nondet_int(void);
int a[4];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < -1 || i > 3)
        return 0;
    a[i] = 1;
    return 0;
}
