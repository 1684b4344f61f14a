// expect: FALSE
// check: shift
// why: A negative count is wrong in either direction.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < -1 || n > 31)
        return 0;
    return 100 >> n;
}
