// expect: TRUE
// why: the result of an overflow builtin goes to a local of the caller; that was an internal error

extern void __VERIFIER_assert(int);

static int add(int a, int b, int *sum)
{
    return __builtin_add_overflow(a, b, sum);
}

int main(void)
{
    int x = 0;
    __VERIFIER_assert(!add(1, 2, &x));
    __VERIFIER_assert(x == 3);
    return 0;
}
