// expect: TRUE
// why: an else-if chain covers all cases

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int(), sign;
    if (x > 0)
        sign = 1;
    else if (x < 0)
        sign = -1;
    else
        sign = 0;
    __VERIFIER_assert(sign != 0 || x == 0);
    return 0;
}
