// expect: TRUE
// why: inputs in any order are any values: nothing interferes

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

static int small(void)
{
    int x = __VERIFIER_nondet_int();
    return x % 8;
}

int main(void)
{
    int d = small() - small();
    __VERIFIER_assert(d <= 14 && d >= -14);
    return 0;
}
