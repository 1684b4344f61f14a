// expect: FALSE
// why: an input that is NaN

extern void __VERIFIER_assert(int);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (1)
        __VERIFIER_assert(x <= 0.0 || x > 0.0);
    return 0;
}
