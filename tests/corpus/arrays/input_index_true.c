// expect: TRUE
// why: the index of a write is an input

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char a[8] = { 0 };
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 8 && j < 8);
    a[i] = 1;
    a[j]++;
    __VERIFIER_assert(a[i] == (i == j ? 2 : 1));
    return 0;
}
