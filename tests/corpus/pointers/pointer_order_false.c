// expect: FALSE
// why: pointers into one array are ordered as their elements are

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    int a[5];
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 5 && j < 5);
    __VERIFIER_assert((&a[i] < &a[j]) == (i <= j));
    return 0;
}
