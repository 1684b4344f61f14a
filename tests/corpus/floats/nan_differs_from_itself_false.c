// expect: FALSE
// why: an arbitrary double may be NaN

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    __VERIFIER_assert(d == d);
    return 0;
}
