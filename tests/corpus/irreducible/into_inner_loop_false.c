// expect: FALSE
// why: a jump into the inner of two nested loops

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0, j = 2;
    if (__VERIFIER_nondet_bool())
        goto inner;
    for (i = 0; i < 2; i++)
        for (j = 0; j < 3; j++) {
        inner:
            __VERIFIER_assert(i < 2);
        }
    __VERIFIER_assert(j <= 2);
    return 0;
}
