// expect: FALSE
// why: at most 8 bits are set in a byte, counted in a loop

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    int n = 0;
    for (int i = 0; i < 8; i++)
        n += (x >> i) & 1;
    __VERIFIER_assert(n <= 7);
    return 0;
}
