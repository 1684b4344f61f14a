// expect: FALSE
// why: 2147483648 is out of range

extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    long l = __VERIFIER_nondet_long();
    int i = l;
    __VERIFIER_assert(i == l || l > 2147483648 || l < -2147483648L);
    return 0;
}
