// expect: TRUE
// why: __VERIFIER_assert with the usual body

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond)
{
    if (!cond) {
    ERROR: { reach_error(); abort(); }
    }
    return;
}
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = x;
    __VERIFIER_assert(x == y);
    return 0;
}
