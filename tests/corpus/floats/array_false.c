// expect: FALSE
// engine ic3cfa: UNKNOWN
// why: floats in arrays and structs

extern void __VERIFIER_assert(int);

struct v { float c[3]; double n; };
int main(void)
{
    struct v a = { { 1.5f, -2.0f, 4.0f }, 0 };
    for (int i = 0; i < 3; i++)
        a.n += a.c[i] * a.c[i];
    __VERIFIER_assert(a.n == 3.5);
    return 0;
}
