// expect: FALSE
// check: overlap
// native: skip
// why: whether the pointers are the same is an input; a copy of nothing is defined.
extern unsigned __VERIFIER_nondet_uint(void);
void *memcpy(void *, const void *, unsigned long);
int main(void)
{
    int a[2] = {1, 2};
    int *p = a;
    if (__VERIFIER_nondet_uint())
        p = a + 1;
    memcpy(p, p, 0);
    memcpy(a, p, sizeof *p);
    return a[0];
}
