// expect: TRUE
// why: a bounded input stays bounded

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern float __VERIFIER_nondet_float(void);

int main(void)
{
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= -10.0f && x <= 10.0f);
    float y = x * x;
    __VERIFIER_assert(y >= 0.0f && y <= 100.0f);
    return 0;
}
