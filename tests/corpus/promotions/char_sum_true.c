// expect: TRUE
// why: the sum of two unsigned chars is an int and does not wrap at 256

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char a = 200, b = 100;
    __VERIFIER_assert(a + b == 300);
    return 0;
}
