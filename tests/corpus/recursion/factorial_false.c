// expect: FALSE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: linear recursion that needs its parameter again

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 5);
    __VERIFIER_assert(factorial(n) < 120);
    return 0;
}
