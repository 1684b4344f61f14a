// expect: TRUE
// why: a float that stays in an interval; the interpolants of intervals are its bounds
// engine ic3icp:mono: UNKNOWN

extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assert(int);

int main(void) {
    float state = 0.0f;
    while (__VERIFIER_nondet_int()) {
        float in = __VERIFIER_nondet_float();
        if (!(in >= -1.0f && in <= 1.0f)) {
            in = 0.0f;
        }
        state = 0.5f * state + in;
    }
    __VERIFIER_assert(state <= 100.0f);
    return 0;
}
