// expect: TRUE
// why: a bound that is not the one of the property

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_bool())
        if (x < 10)
            x++;
    __VERIFIER_assert(x <= 20);
    return 0;
}
