// expect: FALSE
// why: the low bits count on their own

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = 5;
    while (__VERIFIER_nondet_bool())
        x += 15;
    __VERIFIER_assert((x & 15) == 5);
    return 0;
}
