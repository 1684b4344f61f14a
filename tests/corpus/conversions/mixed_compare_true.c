// expect: TRUE
// why: a negative int compared with an unsigned becomes huge

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int i = __VERIFIER_nondet_int();
    unsigned u = 5;
    if (i < 0)
        __VERIFIER_assert(i > u);
    return 0;
}
