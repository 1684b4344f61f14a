// expect: TRUE
// why: the comma operator orders its operands

extern void __VERIFIER_assert(int);

int g = 1;
static int twice(void)
{
    g *= 2;
    return g;
}
int main(void)
{
    int x = (twice(), twice());
    __VERIFIER_assert(x == 4);
    return 0;
}
