// expect: FALSE
// why: a counter that goes in steps of 2 is even

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = 0;
    while (__VERIFIER_nondet_bool())
        x += 3;
    __VERIFIER_assert(x % 2 == 0);
    return 0;
}
