// expect: UNKNOWN: address of a variable
// why: writing through a pointer is not modelled yet

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
