// expect: FALSE
// check: alignment
// native: skip
// why: a type with the attribute aligned(1) may be anywhere.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
typedef int una __attribute__((aligned(1), may_alias));
int a[4];
int main(void)
{
    unsigned char *p = (unsigned char *)a;
    return *(int *)(p + 1);
}
