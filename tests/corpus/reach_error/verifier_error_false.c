// expect: FALSE
// why: the older name of reach_error

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (!(x != x))
        __VERIFIER_error();
    return 0;
}
