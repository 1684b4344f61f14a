// expect: FALSE
// why: a counterexample of twelve iterations

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int i = 0;
    while (__VERIFIER_nondet_bool()) {
        i++;
        if (i == 12)
            reach_error();
        if (i == 16)
            i = 0;
    }
    return 0;
}
