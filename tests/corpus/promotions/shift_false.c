// expect: FALSE
// why: only the cast drops the top bit

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = 0x80;
    __VERIFIER_assert((unsigned char)(c << 1) == 0x100);
    return 0;
}
