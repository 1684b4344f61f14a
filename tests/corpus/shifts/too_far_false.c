// expect: FALSE
// native: skip
// why: a shift by the width or more has the documented result 0, or -1 for negative numbers to the right

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 32 || n == 100 || n == -1) {
        __VERIFIER_assert((1u << n) == 0);
        __VERIFIER_assert((-5 >> n) == 0);
    }
    return 0;
}
