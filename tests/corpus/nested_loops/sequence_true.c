// expect: TRUE
// why: two loops one after the other; the second undoes the first

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0, x;
    while (__VERIFIER_nondet_bool() && n < 20)
        n++;
    x = n;
    while (x > 0)
        x--;
    __VERIFIER_assert(x == 0);
    return 0;
}
