// expect: FALSE
// engine bmc: UNKNOWN
// engine kind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine unwind: UNKNOWN
// engine ic3: UNKNOWN
// why: recursion with known arguments has one run, however deep it is

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
    __VERIFIER_assert(ackermann(2, 9) == 22);
    return 0;
}
