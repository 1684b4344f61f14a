// expect: TRUE
// why: bitwise de Morgan

extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    __VERIFIER_assert(~(a & b) == (~a | ~b));
    return 0;
}
