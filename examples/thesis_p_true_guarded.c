// expect: TRUE
// why: Thesis, Alg. 2.3.1, P_true, with a guard against the wrap-around that the thesis' integers lack
//
// The invariant is y < x, which the assertion only hints at.

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(y < x);
    while (y > -2147483647 - 1) {
        __VERIFIER_assert(y < x || (x != 1 && x != 2));
        y = y - 1;
    }
    return 0;
}
