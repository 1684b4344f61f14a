// expect: TRUE
// why: any number but zero is true, NaN as well

extern void __VERIFIER_assert(int);

int main(void)
{
    double zero = 0.0, minus = -0.0, nan = zero / zero;
    __VERIFIER_assert(!zero && !minus && (nan ? 1 : 0) && (0.5 && 1));
    _Bool b = 0.25;
    __VERIFIER_assert(b == 1);
    return 0;
}
