// expect: FALSE
// why: Thesis, Alg. 2.3.1 as it stands, on machine integers: y wraps around, so it is not safe at all
//
// The thesis' program P_true: y < x, then y is decremented for ever. Over the integers y < x stays
// true; machine integers wrap: if y is the smallest int and x is 1, the first decrement makes y the
// largest int and the assertion fails. See thesis_p_true_guarded.c.

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
