// expect: TRUE
// why: 16-bit halves multiplied in long: overflows in 32 bits only

extern void __VERIFIER_assert(int);

int main(void)
{
    long a = 65535, b = 65535;
    __VERIFIER_assert(a * b == 4294836225);
    return 0;
}
