// expect: TRUE
// why: too large becomes infinite

extern void __VERIFIER_assert(int);

int main(void)
{
    float f = 3e38f;
    f *= 10.0f;
    __VERIFIER_assert(f > 3.4028235e38f && f == 2.0f * f);
    return 0;
}
