// expect: TRUE
// why: locals of a callee are not those of its caller

extern void __VERIFIER_assert(int);

static int f(int y) { int x = y;
    x++;
    return x;
}
int g(void)
{
    int y = 10;
    int r = f(y + 1);
    return y + r;
}
int main(void)
{
    int x = 5;
    __VERIFIER_assert(g() == 22);
    __VERIFIER_assert(x == 5);
    {
        extern int x;
    }
    __VERIFIER_assert(f(1) == 2);
    return 0;
}
