// expect: FALSE
// check: division
// why: Nor for a remainder, signed or not.
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x != 0)
        return 0;
    return 10u % x;
}
