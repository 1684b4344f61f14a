// expect: FALSE
// why: the cast back to unsigned char does wrap

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char a = 200, b = 100;
    __VERIFIER_assert((unsigned char)(a + b) == 300);
    return 0;
}
