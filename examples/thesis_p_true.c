// expect: FALSE
// engine bmc: UNKNOWN
// engine ic3cfa: UNKNOWN
// native: skip
// why: Thesis, Alg. 2.3.1 as it stands, on machine integers: y wraps around, so it is not safe at all
//
// The thesis' program P_true: y < x, then y is decremented for ever. Over the integers y < x stays
// true; in C, y gets to the smallest int and wraps to the largest one, and if x is 1 or 2 the
// assertion fails. That takes at least 2^31 steps. See thesis_p_true_guarded.c.

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(y < x);
    while (1) {
        __VERIFIER_assert(y < x || (x != 1 && x != 2));
        y = y - 1;
    }
}
