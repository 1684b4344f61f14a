// expect: TRUE
// why: the two zeros are equal, and yet they differ

extern void __VERIFIER_assert(int);

int main(void)
{
    double p = 0.0, n = -0.0;
    __VERIFIER_assert(p == n && 1.0 / p > 0.0 && 1.0 / n < 0.0);
    __VERIFIER_assert(1.0 / (p - 0.0) > 0.0 && 1.0 / (n + p) > 0.0);
    return 0;
}
