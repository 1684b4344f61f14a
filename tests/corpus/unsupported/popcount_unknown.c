// expect: UNKNOWN: __builtin_popcount
// why: a builtin that is not modelled

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(__builtin_popcount(__VERIFIER_nondet_uint()) <= 32);
    return 0;
}
