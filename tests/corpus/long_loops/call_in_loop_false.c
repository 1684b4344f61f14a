// expect: FALSE
// engine bmc: UNKNOWN
// engine ic3: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// engine unwind: UNKNOWN
// why: iterations that call a function and count down in a wider type are one leap, too

void reach_error(void) {}
extern void abort(void);

static int step(int by) { return by + 2; }

int main(void) {
    long long left = 30000000;
    int steps = 0;
    while (left > 3) {
        left -= step(1);
        steps++;
    }
    if (steps == 9999999) {
        reach_error();
        abort();
    }
    return 0;
}
