// expect: TRUE
// native: skip
// why: a function that ends without a return has any result

extern void __VERIFIER_assert(int);

int g;
static int f(int x)
{
    return x;
}
int main(void)
{
    __VERIFIER_assert(f(4) == 4);
    return 0;
}
