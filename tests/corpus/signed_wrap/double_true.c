// expect: TRUE
// why: a small one cannot

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 1000)
        __VERIFIER_assert(x + x > 0);
    return 0;
}
