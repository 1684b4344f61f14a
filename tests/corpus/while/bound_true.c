// expect: TRUE
// why: needs the invariant i <= n

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 0)
        n = 0;
    while (i < n)
        i++;
    __VERIFIER_assert(i == n);
    return 0;
}
