// expect: TRUE
// engine kind: UNKNOWN
// why: no k is enough without the fact that the sum is even

extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void)
{
    unsigned sum = 0;
    while (__VERIFIER_nondet_bool()) {
        sum += 2;
        if (sum == 7)
            reach_error();
    }
    return 0;
}
