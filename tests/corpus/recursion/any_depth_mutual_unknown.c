// expect: UNKNOWN: recursive
// engine unwind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine bmc: UNKNOWN
// why: the depth is an input that nothing bounds

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assert(even(n) != odd(n));
    return 0;
}
