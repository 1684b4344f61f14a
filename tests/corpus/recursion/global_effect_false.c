// expect: FALSE
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// engine ic3: UNKNOWN
// why: a global counts the calls

extern void __VERIFIER_assert(int);

static int calls;
static void hanoi(int n)
{
    if (n == 0)
        return;
    hanoi(n - 1);
    calls++;
    hanoi(n - 1);
}
int main(void)
{
    hanoi(3);
    __VERIFIER_assert(calls == 8);
    return 0;
}
