// expect: FALSE
// check: overflow
// why: 64 bits have their own limits.
long long __VERIFIER_nondet_longlong(void);
int main(void)
{
    long long x = __VERIFIER_nondet_longlong();
    if (x > 9223372036854775807LL - 4)
        return 0;
    long long y = x + 5;
    return y > 0;
}
