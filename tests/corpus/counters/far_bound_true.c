// expect: TRUE
// why: the bound of the property is far from the one that is kept

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_bool())
        if (x < 100)
            x++;
    __VERIFIER_assert(x <= 100000);
    return 0;
}
