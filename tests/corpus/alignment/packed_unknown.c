// expect: UNKNOWN: alignment of an object that is declared with less
// check: alignment
// native: skip
// why: a member of a packed record by itself is fine, a pointer to it is not.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
struct __attribute__((packed)) { char c; int i; } s;
int main(void)
{
    int *p = &s.i;
    return *p;
}
