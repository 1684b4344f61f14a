// expect: TRUE
// why: the pointer's target depends on an input

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 1, b = 2;
    int c = __VERIFIER_nondet_int();
    int *p = c > 0 ? &a : &b;
    *p = 10;
    __VERIFIER_assert(a + b == (c > 0 ? 12 : 11));
    return 0;
}
