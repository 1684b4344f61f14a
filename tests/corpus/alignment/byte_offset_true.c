// expect: TRUE
// check: alignment
// native: skip
// why: an int pointer at a byte offset must be a multiple of 4.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int a[4];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 12)
        return 0;
    if (i % 4)
        return 0;
    unsigned char *p = (unsigned char *)a;
    return *(int *)(p + i);
}
