// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: every int survives a double, not every one a float

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    double d = i;
    __VERIFIER_assume(i < 2000000000 && i > -2000000000);
    __VERIFIER_assert((int)d == i);
    return 0;
}
