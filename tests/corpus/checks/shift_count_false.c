// expect: FALSE
// check: shift
// why: A shift count is not negative and below the width.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 32)
        return 0;
    return 1u << n == 5;
}
