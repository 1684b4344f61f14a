// expect: TRUE
// why: variadic macros

extern void __VERIFIER_assert(int);

static int sum3(int a, int b, int c) { return a + b + c; }
#define SUM(...) sum3(__VA_ARGS__)
int main(void)
{
    __VERIFIER_assert(SUM(1, 2, 3) == 6);
    return 0;
}
