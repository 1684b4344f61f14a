// expect: FALSE
// why: with an unsigned operand the product is unsigned

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned short a = 65535, b = 65535;
    __VERIFIER_assert((unsigned int)a * b < 0);
    return 0;
}
