// expect: TRUE
// why: memory from malloc by several types, at an offset that is not aligned.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
extern void *malloc(__SIZE_TYPE__);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 8 || n > 1000)
        return 0;
    unsigned char *p = malloc(n);
    *(int *)(p + 3) = 0x01020304;
    *(short *)(p + 5) = 0;
    __VERIFIER_assert(*(int *)(p + 3) == 0x0304);
    return 0;
}
