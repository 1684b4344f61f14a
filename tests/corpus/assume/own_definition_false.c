// expect: FALSE
// why: a function called assume with a body of its own: an endless loop

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static void assume(int cond)
{
    if (!cond)
        while (0)
            ;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume(x > 2);
    __VERIFIER_assert(x > 1);
    return 0;
}
