// expect: FALSE
// why: a _Bool holds only 0 or 1

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assert(b == 0 || b == 1);
    return 0;
}
