// expect: FALSE
// why: the second mode leads to the third, if the inputs are right

extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void)
{
    float state = 0, limit = 100;
    unsigned mode = 0, last = 0;
    for (;;) {
        state = state / 2 + __VERIFIER_nondet_float();
        last = mode;
        if (mode == 0 && state > limit)
            mode = 1;
        else if (mode == 1 && state < -limit)
            mode = 2;
        else if (mode == 2)
            mode = 0;
        if (mode == 2 && last == 1)
            reach_error();
    }
}
