// expect: TRUE
// why: a subscript that leaves a row goes on in the next one; it read 0.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int a[2][3];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 5)
        return 0;
    a[1][0] = 4;
    __VERIFIER_assert(i != 3 || a[0][i] == 4);
    return 0;
}
