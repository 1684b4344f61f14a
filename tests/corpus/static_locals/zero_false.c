// expect: FALSE
// native: skip
// why: a static local without initialiser is 0

extern void __VERIFIER_assert(int);

static int first(void)
{
    int x;
    return x;
}
int main(void)
{
    __VERIFIER_assert(first() == 0);
    return 0;
}
