// expect: FALSE
// why: setting and clearing flags in a loop keeps the others

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned flags = 4;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            flags |= 1u;
        else
            flags &= ~6u;
    }
    __VERIFIER_assert(flags & 4);
    return 0;
}
