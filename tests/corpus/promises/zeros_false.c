// expect: FALSE
// check: promise
// native: skip
// why: clz(0) is undefined, and so is ctz(0)
extern unsigned __VERIFIER_nondet_uint(void);
static int log2_of(unsigned x)
{
    return 31 - __builtin_clz(x);
}
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0) return __builtin_ffs(x);
    return log2_of(x & (x - 1)) - __builtin_ctzll(x);
}
