// expect: TRUE
// why: iSAT3+IC3, III-B: the bound x <= 5 of a blocked cube can be widened, which dropping cannot do
//
// The invariant is a plain bound that is far from the one in the property.

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 5;
    while (1) {
        int step = __VERIFIER_nondet_int();
        if (step >= 0 && step < 4 && x < 1000)
            x += step;
        __VERIFIER_assert(x >= 5);
        __VERIFIER_assert(x < 100000);
    }
}
