// expect: TRUE
// why: levels of optimisation change nothing

extern void __VERIFIER_assert(int);

#pragma GCC optimize("O3")

__attribute__((optimize("O2"), noinline)) static int twice(int x)
{
    return 2 * x;
}

__attribute__((optimize(0))) static int thrice(int x)
{
    return 3 * x;
}

int main(void)
{
    __VERIFIER_assert(twice(4) + thrice(1) == 11);
    return 0;
}
