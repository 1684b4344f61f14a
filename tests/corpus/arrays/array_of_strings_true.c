// expect: TRUE
// why: pointers to strings in a table

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

static const char *names[] = { "zero", "one", "two" };
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 3);
    char c = names[i][1];
    __VERIFIER_assert(c == 'e' || c == 'n' || c == 'w');
    return 0;
}
