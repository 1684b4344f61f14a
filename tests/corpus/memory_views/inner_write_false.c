// expect: FALSE
// why: a write that leaves a row of a large array changes an element of another row.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int a[20][30];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 599)
        return 0;
    a[2][1] = 3;
    a[0][i] = 5;
    __VERIFIER_assert(a[2][1] == (i == 62 ? 5 : 3));
    return 0;
}
