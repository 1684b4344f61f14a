// expect: TRUE
// why: a short pointer into the middle of a long long.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void)
{
    long long x = 0x1122334455667788;
    short *p = (short *)&x;
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 3)
        return 0;
    p[i] = 0;
    __VERIFIER_assert(i != 2 || x == 0x1122000055667788);
    return 0;
}
