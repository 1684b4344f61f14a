// expect: TRUE
// why: k = 1: the round itself excludes the error

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_bool()) {
        x = __VERIFIER_nondet_bool();
        if (x > 1)
            reach_error();
    }
    return 0;
}
