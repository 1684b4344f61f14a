// expect: TRUE
// check: overflow
// why: Unsigned arithmetic never overflows.
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    return (unsigned)(x & 2147483647) + 1 == x * x;
}
