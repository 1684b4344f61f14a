// expect: FALSE
// why: below the normal numbers lie others

extern void __VERIFIER_assert(int);

int main(void)
{
    float tiny = 1.17549435e-38f;
    float half = tiny / 2.0f;
    __VERIFIER_assert(half == 0.0f && half * 2.0f == tiny);
    float least = 1.4e-45f;
    __VERIFIER_assert(least > 0.0f && least / 2.0f == 0.0f);
    return 0;
}
