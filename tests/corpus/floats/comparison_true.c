// expect: TRUE
// why: comparison with inputs

extern void __VERIFIER_assert(int);
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    if (x > 1.0f && x < 2.0f)
        __VERIFIER_assert(x * 2.0f > 2.0f && x > 1.5f - 0.5f);
    return 0;
}
