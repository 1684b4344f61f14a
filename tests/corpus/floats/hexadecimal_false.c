// expect: FALSE
// why: hexadecimal constants are exact

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(0x1p-1 == 0.5 && 0x1.8p1 == 1.8 && 0x.1p4f == 1.0f);
    return 0;
}
