// expect: FALSE
// why: compared with a long it stays negative

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    long u = 5;
    if (i < 0)
        __VERIFIER_assert(i > u);
    return 0;
}
