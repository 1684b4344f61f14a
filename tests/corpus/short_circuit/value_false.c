// expect: FALSE
// why: || gives 0 or 1

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x | 0;
    __VERIFIER_assert(y == 0 || y == 1);
    return 0;
}
