// expect: TRUE
// check: division
// why: A divisor with a bit that is set is not 0, and one from a mask may be.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return 100 / ((x & 7) + 1);
}
