// expect: FALSE
// check: order
// native: skip
// why: the elements may be the same one

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0, 0, 0, 0};
    int i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3;
    return a[i]++ + a[j];
}
