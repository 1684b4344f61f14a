// expect: FALSE
// check: pointer
// native: skip
// why: goto, break and continue leave blocks, too.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void)
{
    int x = 1;
    int *p = &x;
    for (;;) {
        int y = 2;
        p = &y;
        if (__VERIFIER_nondet_uint())
            break;
        p = &x;
        goto out;
    }
out:
    return *p;
}
