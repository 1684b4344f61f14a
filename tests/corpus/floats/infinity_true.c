// expect: TRUE
// why: infinities absorb

extern void __VERIFIER_assert(int);

int main(void)
{
    double zero = 0.0, inf = 1.0 / zero;
    __VERIFIER_assert(inf > 1e308 && -inf < -1e308 && inf + 1.0 == inf);
    __VERIFIER_assert(inf - inf != 0.0 && 1.0 / inf == 0.0);
    return 0;
}
