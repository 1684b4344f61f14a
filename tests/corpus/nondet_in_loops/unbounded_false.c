// expect: FALSE
// why: inputs in an endless loop; the invariant is a range

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int level = 90;
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if (level <= 100)
                level++;
        } else if (level > 0)
            level--;
        __VERIFIER_assert(level >= 0 && level <= 100);
    }
}
