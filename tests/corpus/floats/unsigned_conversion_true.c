// expect: TRUE
// why: large unsigned numbers are not negative

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned u = 4000000000u;
    double d = u;
    __VERIFIER_assert(d == 4e9 && (unsigned)d == u && (double)(int)u < 0.0);
    __VERIFIER_assert((double)18446744073709551615ULL == 18446744073709551616.0);
    return 0;
}
