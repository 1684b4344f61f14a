// expect: TRUE
// why: nothing is equal to NaN, not even itself

extern void __VERIFIER_assert(int);

int main(void)
{
    double zero = 0.0, nan = zero / zero;
    __VERIFIER_assert(nan != nan && !(nan < 1.0) && !(nan >= 1.0));
    __VERIFIER_assert(!(nan == nan));
    return 0;
}
