// expect: TRUE
// why: IC3CFA, Fig. 1: without generalisation, the frames block x = 9, 8, 7, ... one by one for ever
//
// From Lange, Neuhäußer, Noll: IC3 Software Model Checking on Control Flow Automata, Fig. 1, written
// as C. The invariant is x >= 10; the guard keeps the counter from wrapping around, which the
// paper's unbounded integers cannot do.

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int x = 10;
    while (__VERIFIER_nondet_bool()) {
        if (x == 2147483647)
            return 0;
        x = x + 1;
    }
    if (x < 10)
        reach_error();
    return 0;
}
