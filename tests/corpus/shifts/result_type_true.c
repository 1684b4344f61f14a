// expect: TRUE
// why: the type of a shift is that of the promoted left operand alone

extern void __VERIFIER_assert(int);

int main(void)
{
    long n = 31;
    __VERIFIER_assert((1 << n) < 0);
    return 0;
}
