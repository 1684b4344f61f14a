// expect: TRUE
// why: octal, hexadecimal and binary constants

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(010 == 8);
    __VERIFIER_assert(0x1F == 31);
    __VERIFIER_assert(0b101 == 5);
    __VERIFIER_assert(0 == 00);
    return 0;
}
