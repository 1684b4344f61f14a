// expect: TRUE
// engine bmc: UNKNOWN
// engine ic3: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// why: a loop that calls its own function: what the call hides comes back, so the loop is no leap

extern void __VERIFIER_assert(int);

static unsigned rounds, seen;

static void walk(int depth)
{
    int flag = 0;
    if (depth == 0)
        return;
    flag = 1;
    for (rounds = 0; rounds < 100000; rounds++) {
        walk(0);
        if (flag)
            seen++;
    }
}

int main(void)
{
    walk(1);
    __VERIFIER_assert(seen == 100000);
    return 0;
}
