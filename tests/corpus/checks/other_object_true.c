// expect: TRUE
// check: pointer
// why: A subscript does not lead from one object into another.
int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? a : b;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    if (i > 3 && (i & 15))
        return 0;
    return p[i];
}
