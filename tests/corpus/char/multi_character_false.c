// expect: FALSE
// why: a constant of several characters has GCC's value

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert('ab' == 25185);
    return 0;
}
