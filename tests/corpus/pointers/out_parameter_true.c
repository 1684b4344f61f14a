// expect: TRUE
// why: a callee writes through the address of a caller's local

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

static void halve(int n, int *quotient, int *rest)
{
    *quotient = n / 2;
    *rest = n % 2;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), q, r;
    __VERIFIER_assume(n >= 0 && n < 1000);
    halve(n, &q, &r);
    __VERIFIER_assert(2 * q + r == n && r < 2);
    return 0;
}
