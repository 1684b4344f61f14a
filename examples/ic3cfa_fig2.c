// expect: TRUE
// why: IC3CFA, Fig. 2: the example that the paper works through, with the invariant x = y
//
// From Lange, Neuhäußer, Noll: IC3 Software Model Checking on Control Flow Automata, Fig. 2, written
// as C.

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x;
    while (__VERIFIER_nondet_bool()) {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
