// expect: FALSE
// why: compound shifts convert back to the type of the variable

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned short s = 0xffff;
    s <<= 4;
    __VERIFIER_assert(s == 0xffff0);
    s >>= 8;
    __VERIFIER_assert(s == 0xff);
    return 0;
}
