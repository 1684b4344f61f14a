// expect: UNKNOWN: subscript that leaves its array
// why: a write that may go to any member of a record is not modelled, so that others stay known.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
struct { int a[4]; int b, c, d, e, f; } s;
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 8)
        return 0;
    s.a[i] = 1;
    __VERIFIER_assert(s.f == 0);
    return 0;
}
