// expect: TRUE
// why: unsigned int fits long only where long has 64 bits

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    long l = -1;
    unsigned u = __VERIFIER_nondet_uint();
    __VERIFIER_assert(l < u);
    return 0;
}
