// expect: FALSE
// why: a tail call that exchanges its parameters

extern void __VERIFIER_assert(int);

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }
int main(void)
{
    __VERIFIER_assert(gcd(48, 18) == 3);
    return 0;
}
