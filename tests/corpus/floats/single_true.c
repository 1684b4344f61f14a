// expect: TRUE
// why: floats are not doubles

extern void __VERIFIER_assert(int);

int main(void)
{
    float f = 0.1f;
    __VERIFIER_assert((double)f != 0.1);
    __VERIFIER_assert(f == (float)0.1 && 16777216.0f + 1.0f == 16777216.0f);
    return 0;
}
