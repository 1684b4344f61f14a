// expect: FALSE
// why: 2^16 squared is 0 in 32 bits

extern void __VERIFIER_assert(int);

int main(void)
{
    long a = 65536;
    __VERIFIER_assert(a * a == 0);
    return 0;
}
