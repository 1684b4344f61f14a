// expect: TRUE
// why: that is the only exception

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x < 0 ? -x : x;
    __VERIFIER_assert(y >= 0 || x == y);
    return 0;
}
