// expect: TRUE
// why: three calls in any of their six orders

extern void __VERIFIER_assert(int);

static int n;

static int digit(int d)
{
    n = 10 * n + d;
    return d;
}

int main(void)
{
    int sum = digit(1) + digit(2) * digit(3);
    __VERIFIER_assert(sum == 7);
    __VERIFIER_assert(n == 123 || n == 132 || n == 213 || n == 231 || n == 312 || n == 321);
    return 0;
}
