// expect: TRUE
// why: the same program with 64-bit and with 32-bit long

extern void __VERIFIER_assert(int);

int main(void)
{
    long x = 2147483647;
    x++;
    __VERIFIER_assert(x > 0);
    return 0;
}
