// expect: FALSE
// why: a subscript that stays in its row.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int a[2][3];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    a[1][2] = 4;
    __VERIFIER_assert(i > 2 || a[1][i] == 4);
    return 0;
}
