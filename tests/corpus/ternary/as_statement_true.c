// expect: TRUE
// why: max by ?: is an upper bound of both

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int m = a > b ? a : b;
    __VERIFIER_assert(m >= a && m >= b);
    return 0;
}
