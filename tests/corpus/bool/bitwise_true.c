// expect: TRUE
// why: &, | and ^ on _Bools work on promoted ints; ~ does not negate

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    _Bool b = 1, c = __VERIFIER_nondet_bool();
    __VERIFIER_assert((b & c) == c);
    __VERIFIER_assert((b ^ c) == !c);
    __VERIFIER_assert(~b != 0);
    return 0;
}
