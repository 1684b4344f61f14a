// expect: TRUE
// why: iSAT3+IC3: the same controller in fixed point, as an integer program
//
// Numbers are multiples of 1/16. The branch behind the clamp is dead, and so is one whose proof needs
// the range of the state.

extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

static int clamp(int x)
{
    if (x > 16)
        return 16;
    if (x < -16)
        return -16;
    return x;
}

int main(void)
{
    int state = 0;
    for (;;) {
        int error = __VERIFIER_nondet_short();
        int next = state / 2 + clamp(error) / 4;
        if (next > 12 || next < -12)
            reach_error();
        state = clamp(next);
    }
}
