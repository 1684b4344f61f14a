// expect: TRUE
// why: Thesis, Alg. 5.10.1, Jain1: y stays odd; dropping literals alone never finds that
//
// An input inside a loop, and an invariant about the lowest bit.

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int y = 1;
    while (1) {
        __VERIFIER_assert(y != 0);
        y = y + 2 * __VERIFIER_nondet_int();
    }
}
