// expect: TRUE
// why: unsigned short times unsigned short is a signed int

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned short a = 65535, b = 65535;
    __VERIFIER_assert(a * b < 0);
    return 0;
}
