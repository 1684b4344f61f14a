// expect: FALSE
// why: two calls have locals of their own

extern void __VERIFIER_assert(int);

static int add(int a, int b)
{
    int s = a;
    s += b;
    return s;
}
int main(void)
{
    int r = add(1, 1) + add(1, 2);
    __VERIFIER_assert(r == 4);
    return 0;
}
