// expect: TRUE
// why: the left operand of a shift is promoted

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = 0x80;
    __VERIFIER_assert((c << 1) == 0x100);
    return 0;
}
