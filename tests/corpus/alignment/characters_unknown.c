// expect: UNKNOWN: alignment of an object that is declared with less
// check: alignment
// native: skip
// why: an array of characters need not start where an int may be.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
_Alignas(4) char buffer[8];
char other[8];
int main(void)
{
    char *p = __VERIFIER_nondet_uint() ? other : buffer;
    return *(int *)p;
}
