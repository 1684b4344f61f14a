// expect: FALSE
// check: promise
// native: skip
// why: an array has at least one element
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4) return 0;
    int a[n][2];
    for (int i = 0; i < n; i++) a[i][0] = i;
    return 0;
}
