// expect: FALSE
// why: the remainder by 3 lies in -2 .. 2

extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    short x = __VERIFIER_nondet_short();
    int r = x % 3;
    __VERIFIER_assert(r > -2 && r < 3);
    return 0;
}
