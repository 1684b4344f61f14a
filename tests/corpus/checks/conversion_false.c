// expect: FALSE
// check: overflow
// why: Conversions are implementation-defined, not overflow.
int __VERIFIER_nondet_int(void);
int main(void)
{
    long long x = __VERIFIER_nondet_int();
    int y = (int)(x * 3);
    signed char c = (signed char)y;
    return (int)x * 2 == c;
}
