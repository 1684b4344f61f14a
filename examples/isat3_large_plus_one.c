// expect: FALSE
// why: iSAT3+IC3, footnote a: 1e20 + 1 == 1e20 holds for doubles, so the branch is not dead
//
// Over the reals it would be TRUE.

extern void reach_error(void);

int main(void)
{
    double x = 1e20;
    if (x + 1.0 == x)
        reach_error();
    return 0;
}
