// expect: FALSE
// why: a shift left by n gives a multiple of 2^n

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assert((x << 3) % 16 == 0);
    return 0;
}
