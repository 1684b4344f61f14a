// expect: TRUE
// why: a long survives the conversion to int exactly if it is in range

extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    long l = __VERIFIER_nondet_long();
    int i = l;
    __VERIFIER_assert(i == l || l > 2147483647 || l < -2147483648L);
    return 0;
}
