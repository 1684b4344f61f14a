// expect: FALSE
// why: a store that is not aligned was dropped, its load gave 0.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
typedef unsigned una __attribute__((aligned(1), may_alias));
unsigned a[4];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 12)
        return 0;
    unsigned v = __VERIFIER_nondet_uint();
    unsigned char *p = (unsigned char *)a;
    *(una *)(p + i) = v;
    __VERIFIER_assert(*(una *)(p + i) == v);
    if (i == 1)
        __VERIFIER_assert(a[0] == v << 7);
    return 0;
}
