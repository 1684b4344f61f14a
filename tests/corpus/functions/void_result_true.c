// expect: TRUE
// why: a function without result, and a return without value

extern void __VERIFIER_assert(int);

int g = 0;
static void f(int x)
{
    if (x > 3)
        return;
    g++;
}
int main(void)
{
    f(1);
    f(5);
    __VERIFIER_assert(g == 1);
    return 0;
}
