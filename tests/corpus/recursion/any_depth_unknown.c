// expect: UNKNOWN: recursive
// engine unwind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine auto: UNKNOWN
// engine bmc: UNKNOWN
// why: the depth is an input that nothing bounds

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int main(void)
{
    __VERIFIER_assert(factorial(__VERIFIER_nondet_int()) != 7);
    return 0;
}
