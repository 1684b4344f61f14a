// expect: FALSE
// native: skip
// why: a local does not keep its value from one call to the next

extern void __VERIFIER_assert(int);

static int f(int set)
{
    int x;
    if (set)
        x = 1;
    return x;
}
int main(void)
{
    f(1);
    __VERIFIER_assert(f(0) == 1);
    return 0;
}
