// expect: FALSE
// why: Thesis, Alg. 5.1.1, P_false: x = 0 and one turn of the loop, or x = 3 and none
//
// The first line of the thesis' pseudo-code says assert(x >= 0), its automaton (Fig. 5.1.1) assumes
// x >= 0. This is the automaton.

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    x = x + 1;
    while (__VERIFIER_nondet_bool())
        x = 4 * x;
    x = x - 1;
    __VERIFIER_assert(x != 3);
    return 0;
}
