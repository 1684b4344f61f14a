// expect: FALSE
// why: a scalar initialiser in braces

extern void __VERIFIER_assert(int);

int g = { 7 };
int main(void)
{
    int x = { 4 };
    __VERIFIER_assert(x == 3 && g == 7);
    return 0;
}
