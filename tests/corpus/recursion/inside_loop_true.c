// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: a recursive function is called in a loop

extern void __VERIFIER_assert(int);

static unsigned digits(unsigned n) { return n < 10 ? 1 : 1 + digits(n / 10); }
int main(void)
{
    unsigned n = 1;
    for (unsigned i = 1; i <= 4; i++) {
        __VERIFIER_assert(digits(n) == i);
        n *= 10;
    }
    return 0;
}
