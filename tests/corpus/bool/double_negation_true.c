// expect: TRUE
// why: !!x is 0 or 1, not x

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(!!x == (x != 0));
    return 0;
}
