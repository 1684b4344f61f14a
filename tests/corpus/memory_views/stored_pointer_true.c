// expect: TRUE
// why: an address that is not aligned goes through an integer and a union.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int a[3];
union { void *p; __UINTPTR_TYPE__ n; } u;
int main(void)
{
    u.p = a;
    u.n += 2;
    *(int *)u.p = -1;
    __VERIFIER_assert(a[0] == (int)0xffff0000 && a[1] == 0xffff);
    return 0;
}
