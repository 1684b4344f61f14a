// expect: FALSE
// why: the absolute value of the smallest int is negative

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x < 0 ? -x : x;
    __VERIFIER_assert(y >= 0);
    return 0;
}
