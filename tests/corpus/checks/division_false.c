// expect: FALSE
// check: division
// why: Integers must not be divided by zero.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return 10 / (2 * x + 2);
}
