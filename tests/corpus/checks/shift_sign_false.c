// expect: FALSE
// check: shift
// why: As GCC checks C99 and later: a left shift must not reach the sign.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 31)
        return 0;
    return 1 << n;
}
