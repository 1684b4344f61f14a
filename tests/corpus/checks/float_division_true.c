// expect: TRUE
// check: division
// why: Floating-point numbers may be divided by zero.
int __VERIFIER_nondet_int(void);
int main(void)
{
    double x = __VERIFIER_nondet_int();
    return 1 / x > 2;
}
