// expect: FALSE
// why: IC3+IA: a concrete path of several steps that no single predicate of the property shows
//
// In the style of the paper's transition systems: the abstraction by the property's predicate alone
// has a one-step path to the error, the concrete system needs five steps.

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = 0, phase = 0;
    while (1) {
        if (phase == 0 && __VERIFIER_nondet_bool())
            phase = 1;
        else if (phase == 1)
            x += 3;
        if (x > 11)
            phase = 2;
        __VERIFIER_assert(phase != 2);
    }
}
