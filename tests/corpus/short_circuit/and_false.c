// expect: FALSE
// why: the right operand of && is skipped

extern void __VERIFIER_assert(int);

int n = 0;
static int f(int r)
{
    n++;
    return r;
}
int main(void)
{
    if (f(0) || f(1))
        n = 10;
    __VERIFIER_assert(n == 1);
    return 0;
}
