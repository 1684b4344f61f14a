// expect: TRUE
// why: a nondeterministic _Bool is promoted to 0 or 1

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    _Bool b = __VERIFIER_nondet_bool();
    int x = b + b;
    __VERIFIER_assert(x == 0 || x == 2);
    return 0;
}
