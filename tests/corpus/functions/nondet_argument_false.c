// expect: FALSE
// why: the summary of a call with an unknown argument

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int clamp(int x)
{
    if (x < 0)
        return 0;
    if (x > 101)
        return 100;
    return x;
}
int main(void)
{
    int y = clamp(__VERIFIER_nondet_int());
    __VERIFIER_assert(y >= 0 && y <= 100);
    return 0;
}
