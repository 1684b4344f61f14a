// expect: TRUE
// why: doubles round to nearest

extern void __VERIFIER_assert(int);

int main(void)
{
    double a = 0.1, b = 0.2;
    __VERIFIER_assert(a + b != 0.3);
    __VERIFIER_assert(a + b > 0.3 && a * 10.0 == 1.0);
    __VERIFIER_assert(1.0 / 4.0 == 0.25 && 7.0 - 0.5 == 6.5);
    return 0;
}
