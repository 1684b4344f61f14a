/* A low-pass filter in floating point. With weights that add up to 1 the output stays in the range of the
 * input, so the limiter behind it is dead; a comparison with NaN is dead because inputs have ranges. */
// entry: step
// init: init
float raw; /* ferric3: input 0.0f..100.0f */
float filtered;
static float state;
static int saturated;

void init(void) {
    state = 50.0f;
    saturated = 0;
}

void step(void) {
    state = 0.875f * state + 0.125f * raw;
    if (state != state)
        state = 0.0f;
    if (state > 100.0f) {
        state = 100.0f;
        saturated = 1;
    }
    if (state < 0.0f) {
        state = 0.0f;
        saturated = 1;
    }
    filtered = saturated ? 0.0f : state;
    if (filtered > 75.0f && raw < 80.0f)
        filtered = 75.0f;
}
