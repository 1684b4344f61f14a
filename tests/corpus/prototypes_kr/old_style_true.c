// expect: TRUE
// why: an old-style definition

extern void __VERIFIER_assert(int);

int f(a, b)
    int a;
    char b;
{
    return a + b;
}
int main(void)
{
    __VERIFIER_assert(f(1, 255) == 0);
    return 0;
}
