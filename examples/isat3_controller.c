// expect: TRUE
// why: iSAT3+IC3: a dead branch in the kind of controller code that the paper checks
//
// The paper's benchmarks are production code with floating-point arithmetic; this is a small
// controller in that style. The branch behind the clamp is dead.

extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

static float clamp(float x)
{
    if (x > 1.0f)
        return 1.0f;
    if (x < -1.0f)
        return -1.0f;
    return x;
}

int main(void)
{
    float state = 0.0f;
    for (;;) {
        float error = __VERIFIER_nondet_float();
        state = clamp(0.5f * state + 0.25f * clamp(error));
        if (state > 1.0f)
            reach_error();
    }
}
