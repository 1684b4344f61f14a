// expect: FALSE
// why: a constant table indexed by an input

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

static const unsigned char days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
int main(void)
{
    unsigned month = __VERIFIER_nondet_uint();
    __VERIFIER_assume(month < 12);
    __VERIFIER_assert(days[month] >= 28 && days[month] <= 30);
    return 0;
}
