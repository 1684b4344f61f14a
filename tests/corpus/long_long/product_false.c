// expect: FALSE
// why: a 32 by 32 bit product needs the cast to have 64 bits

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned a = 0xffffffffu, b = 0xffffffffu;
    unsigned long long p = a * b;
    __VERIFIER_assert(p == 18446744065119617025ULL);
    return 0;
}
