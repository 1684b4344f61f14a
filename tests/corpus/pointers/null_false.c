// expect: FALSE
// why: null compares equal to zero and to no object

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x;
    int *p = 0, *q = &x;
    if (__VERIFIER_nondet_int())
        p = q;
    if (p)
        __VERIFIER_assert(p == &x);
    else
        __VERIFIER_assert(p == q);
    __VERIFIER_assert(q != 0 && !!q);
    return 0;
}
