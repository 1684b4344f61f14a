// expect: FALSE
// why: a write through a pointer changes the variable

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    int *p = &x;
    *p = __VERIFIER_nondet_int();
    __VERIFIER_assert(x == 1);
    return 0;
}
