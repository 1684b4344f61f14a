// expect: TRUE
// why: addition is not associative

extern void __VERIFIER_assert(int);

int main(void)
{
    float a = 1e8f, b = -1e8f, c = 1.0f;
    __VERIFIER_assert((a + b) + c == 1.0f);
    __VERIFIER_assert(a + (b + c) == 0.0f);
    return 0;
}
