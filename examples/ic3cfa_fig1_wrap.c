// expect: FALSE
// engine unwind: UNKNOWN
// engine bmc: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine auto: UNKNOWN
// engine ic3: UNKNOWN
// native: skip
// why: IC3CFA, Fig. 1 on machine integers: without the guard the counter wraps around after 2^31 - 10 steps
//
// The counterexample has more than two thousand million steps: nobody is expected to find it, but
// TRUE would be wrong.

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int x = 10;
    while (__VERIFIER_nondet_bool())
        x = x + 1;
    if (x < 10)
        reach_error();
    return 0;
}
