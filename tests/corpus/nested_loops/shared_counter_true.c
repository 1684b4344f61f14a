// expect: TRUE
// why: both loops count the same variable down

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int fuel = __VERIFIER_nondet_int();
    if (fuel < 0)
        return 0;
    while (fuel > 0) {
        while (fuel > 0 && __VERIFIER_nondet_bool())
            fuel--;
        if (fuel > 0)
            fuel--;
    }
    __VERIFIER_assert(fuel >= 0);
    return 0;
}
