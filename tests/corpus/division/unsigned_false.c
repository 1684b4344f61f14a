// expect: FALSE
// why: division of an unsigned is unsigned

extern void __VERIFIER_assert(int);

int main(void)
{
    int u = -10;
    __VERIFIER_assert(u / 2 == 2147483643u);
    return 0;
}
