// expect: TRUE
// why: a flag that is set once stays set

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    _Bool seen = 0, was_negative = 0;
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        if (x < 0) {
            seen = 1;
            was_negative = 1;
        }
        __VERIFIER_assert(seen == was_negative);
    }
    return 0;
}
