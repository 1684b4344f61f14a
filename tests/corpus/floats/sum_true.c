// expect: TRUE
// why: a sum without rounding

extern void __VERIFIER_assert(int);

int main(void)
{
    float f = 0.5f;
    f = f + f;
    __VERIFIER_assert(f == 1.0f);
    return 0;
}
