// expect: TRUE
// why: arrays of variable length

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 10)
        return 0;
    int a[n];
    a[0] = 1;
    __VERIFIER_assert(a[0] == 1);
    return 0;
}
