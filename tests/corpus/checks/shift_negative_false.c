// expect: FALSE
// check: shift
// why: A negative number is not shifted left; to the right it may be.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -1 || x > 10)
        return 0;
    return (x << 1) + (-5 >> 1);
}
