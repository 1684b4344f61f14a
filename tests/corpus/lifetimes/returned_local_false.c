// expect: FALSE
// check: pointer
// native: skip
// why: a read through a pointer to a local of a function that has returned.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
static int *leak(int *other)
{
    int local = 4;
    return __VERIFIER_nondet_uint() > 5 ? &local : other;
}
int main(void)
{
    int x = 3;
    int *p = leak(&x);
    return *p;
}
