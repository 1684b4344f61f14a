// expect: FALSE
// why: x = (x / y) * y + x % y

extern signed char __VERIFIER_nondet_schar(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    signed char x = __VERIFIER_nondet_schar();
    signed char y = __VERIFIER_nondet_schar();
    if (y > 0 && y < 8)
        __VERIFIER_assert((x / y) * y + x % (y + 1) == x);
    return 0;
}
