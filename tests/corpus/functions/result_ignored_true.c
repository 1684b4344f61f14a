// expect: TRUE
// why: a result that nobody uses

extern void __VERIFIER_assert(int);

int g;
static int set(int x)
{
    g = x;
    return x + 1;
}
int main(void)
{
    set(3);
    (void)set(g);
    __VERIFIER_assert(g == 3);
    return 0;
}
