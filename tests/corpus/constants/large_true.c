// expect: TRUE
// why: the largest 64-bit constants

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned long x = -1;
    __VERIFIER_assert(x == 18446744073709551615u);
    __VERIFIER_assert((long)(x >> 1) == 0x7fffffffffffffff);
    return 0;
}
