// expect: FALSE
// why: a call in a loop, with a loop in the callee

extern void __VERIFIER_assert(int);

static int upto(int n)
{
    int k = 0;
    while (k < n)
        k++;
    return k;
}
int main(void)
{
    int s = 0;
    for (int i = 1; i <= 3; i++)
        s += upto(i);
    __VERIFIER_assert(s == 5);
    return 0;
}
