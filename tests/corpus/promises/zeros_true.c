// expect: TRUE
// check: promise
// native: skip
// why: clz and ctz count in what is not 0; ffs may count in 0
extern unsigned __VERIFIER_nondet_uint(void);
static int log2_of(unsigned x)
{
    return 31 - __builtin_clz(x);
}
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0) return __builtin_ffs(x);
    return log2_of(x & -x) - __builtin_ctzll(x);
}
