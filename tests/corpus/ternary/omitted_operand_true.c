// expect: TRUE
// why: GNU x ?: y evaluates x once

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x ?: 5;
    __VERIFIER_assert(y != 0);
    int n = 0;
    y = ++n ?: 9;
    __VERIFIER_assert(n == 1 && y == 1);
    return 0;
}
