// expect: FALSE
// why: static locals of the same name in two blocks are two variables

extern void __VERIFIER_assert(int);

int r;
static void f(void)
{
    static int n = 0;
    n++;
    { n++; r += n; }
    r += n;
}
int main(void)
{
    f();
    f();
    __VERIFIER_assert(r == 11 + 1 + 12 + 2);
    return 0;
}
