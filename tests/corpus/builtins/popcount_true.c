// expect: TRUE
// why: the number of bits that are set

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(__builtin_popcount(__VERIFIER_nondet_uint()) <= 32);
    return 0;
}
