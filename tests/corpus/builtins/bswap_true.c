// expect: TRUE
// why: byte swaps

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(__builtin_bswap32(0x12345678) == 0x78563412);
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
    return 0;
}
