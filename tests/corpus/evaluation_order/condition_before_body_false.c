// expect: FALSE
// why: the side effect of a condition comes before the branch

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    if (x++ == 0)
        __VERIFIER_assert(x == 0);
    while (x-- > 0)
        ;
    __VERIFIER_assert(x == -1);
    return 0;
}
