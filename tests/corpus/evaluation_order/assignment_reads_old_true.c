// expect: TRUE
// why: the right side is computed before the variable changes

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 4;
    x = x + (x == 4 ? 5 : 0);
    __VERIFIER_assert(x == 9);
    x = (x = 2, x + 1) * 2;
    __VERIFIER_assert(x == 6);
    return 0;
}
