// expect: FALSE
// native: skip
// why: a variable that is only set in one branch

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int c = __VERIFIER_nondet_int(), x;
    if (c)
        x = 1;
    __VERIFIER_assert(x == 1);
    return 0;
}
