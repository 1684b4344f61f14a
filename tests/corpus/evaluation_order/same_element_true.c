// expect: TRUE
// check: order
// why: the elements are never the same one

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0, 0, 0, 0};
    int i = __VERIFIER_nondet_int() & 1, j = (__VERIFIER_nondet_int() & 1) + 2;
    return a[i]++ + a[j];
}
