// expect: FALSE
// engine bmc: UNKNOWN
// engine kind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine unwind: UNKNOWN
// native: skip
// why: a controller with floats fails after three cycles with the same input, read as a whole record

extern void reach_error(void);

struct inputs {
    float speed;
    float limit;
    unsigned char enabled;
};

extern struct inputs __VERIFIER_nondet_inputs(void);

static struct inputs in;
static double filtered;
static int warm;

static void step(void)
{
    filtered = 0.75 * filtered + 0.25 * (in.speed * in.speed + in.limit / 3.0);
    if (in.enabled != 1)
        warm = 0;
    else if (in.speed == 42.5)
        warm++;
    else if (in.limit > 99.0)
        warm = 0;
}

int main(void)
{
    while (1) {
        in = __VERIFIER_nondet_inputs();
        step();
        if (warm == 3 && filtered > 100.0)
            reach_error();
    }
}
