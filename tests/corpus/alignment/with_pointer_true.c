// expect: TRUE
// check: pointer
// native: skip
// why: pointer checks include alignment.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int a[2];
int main(void)
{
    char *p = (char *)a;
    return *(int *)(p + 4);
}
