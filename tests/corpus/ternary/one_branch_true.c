// expect: TRUE
// why: only one branch is evaluated

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 0, b = 0;
    __VERIFIER_nondet_bool() ? a++ : b++;
    __VERIFIER_assert(a + b == 1);
    return 0;
}
