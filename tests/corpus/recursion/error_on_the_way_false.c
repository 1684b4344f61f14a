// expect: FALSE
// why: recursion without an end, and an error before the stack is full

extern void __VERIFIER_assert(int);

static int f(int n)
{
    __VERIFIER_assert(n != 9);
    return f(n + 1);
}
int main(void)
{
    return f(0);
}
