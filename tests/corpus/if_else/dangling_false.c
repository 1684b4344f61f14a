// expect: FALSE
// why: else belongs to the nearest if

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int(), r = 0;
    if (x > 0)
        if (x > 10)
            r = 2;
        else
            r = 1;
    __VERIFIER_assert(r != 1 || x <= 0);
    return 0;
}
