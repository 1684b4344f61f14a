// expect: TRUE
// why: k = 2: no phase leads to this one

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    unsigned phase = 0;
    while (__VERIFIER_nondet_bool()) {
        if (phase == 7)
            reach_error();
        if (phase == 0)
            phase = 1;
        else if (phase == 1)
            phase = 2;
        else
            phase = 0;
    }
    return 0;
}
