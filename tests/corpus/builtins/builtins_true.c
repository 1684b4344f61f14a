// expect: TRUE
// why: bits are counted by the compiler's functions

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x != 0);
    __VERIFIER_assert(__builtin_popcount(x) >= 1 && __builtin_clz(x) + __builtin_ctz(x) <= 31);
    __VERIFIER_assert(__builtin_popcount(0xf0u) == 4 && __builtin_ffs(8) == 4);
    __VERIFIER_assert(__builtin_popcountll(~0ULL) == 64 && __builtin_parity(7) == 1);
    return 0;
}
