// expect: TRUE
// why: a constant of several characters has GCC's value

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert('ab' == 24930);
    return 0;
}
