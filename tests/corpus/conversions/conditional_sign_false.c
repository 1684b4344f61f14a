// expect: FALSE
// why: the sign of a shift or division depends on the converted operands

extern void __VERIFIER_assert(int);

int main(void)
{
    signed char c = -2;
    __VERIFIER_assert(((unsigned char)c >> 1) == -1);
    __VERIFIER_assert(c / 2 == -1 && c % 2 == 0);
    __VERIFIER_assert((unsigned)c / 2 == 2147483647u);
    return 0;
}
