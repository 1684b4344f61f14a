// expect: TRUE
// why: static locals of the same name in two functions are two variables

extern void __VERIFIER_assert(int);

static int f(void) { static int n; return ++n; }
static int g(void) { static int n = 99; return ++n; }
int main(void)
{
    f();
    __VERIFIER_assert(g() == 100);
    __VERIFIER_assert(f() == 2);
    return 0;
}
