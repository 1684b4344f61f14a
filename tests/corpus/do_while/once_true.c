// expect: TRUE
// why: the body is executed at least once

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
    do
        n++;
    while (__VERIFIER_nondet_bool() && n < 5);
    __VERIFIER_assert(n >= 1 && n <= 5);
    return 0;
}
