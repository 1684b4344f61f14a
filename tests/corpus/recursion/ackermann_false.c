// expect: FALSE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: an argument of a recursive call is a recursive call

extern void __VERIFIER_assert(int);

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void)
{
    __VERIFIER_assert(ackermann(2, 1) == 4);
    return 0;
}
