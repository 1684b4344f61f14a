// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: McCarthy's function, whose depth depends on its argument

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 97 && x <= 101);
    __VERIFIER_assert(f(x) == 91);
    return 0;
}
