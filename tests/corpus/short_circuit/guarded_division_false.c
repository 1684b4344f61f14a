// expect: FALSE
// why: the division behind && is only done for x != 0

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > -20 && x < 20 && x != 0 && 10 / x >= 0)
        __VERIFIER_assert(x > 0 || x < -11);
    return 0;
}
