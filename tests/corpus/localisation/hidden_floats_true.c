// expect: TRUE
// why: the modes follow one another, whatever the controller computes beside them

extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void)
{
    double state = 0, gain = 0.5, limit = 100;
    unsigned mode = 0, last = 0;
    for (;;) {
        double input = __VERIFIER_nondet_double();
        state = gain * state + (input - state / 3) * (input + gain);
        gain = gain * 0.75 + state / limit;
        last = mode;
        if (mode == 0 && state > limit)
            mode = 1;
        else if (mode == 1 && state * gain < limit)
            mode = 2;
        else if (mode == 2)
            mode = 0;
        if (mode == 2 && last == 0)
            reach_error();
    }
}
