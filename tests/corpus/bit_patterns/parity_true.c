// expect: TRUE
// why: the parity of a byte by folding and by counting

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned p = x, n = 0;
    p ^= p >> 4;
    p ^= p >> 2;
    p ^= p >> 1;
    for (unsigned i = 0; i < 8; i++)
        n ^= x >> i & 1;
    __VERIFIER_assert((p & 1) == n);
    return 0;
}
