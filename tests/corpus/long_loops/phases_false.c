// expect: FALSE
// engine bmc: UNKNOWN
// engine ic3: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// engine unwind: UNKNOWN
// why: an error behind twenty million iterations of a loop with two phases, each of which is one leap

void reach_error(void) {}
extern void abort(void);

int main(void) {
    unsigned x = 0, phases = 0;
    while (x < 40000001u) {
        if (x < 1000u) {
            x++;
        } else {
            x += 2;
        }
        phases += x == 1001u;
    }
    if (phases == 0 && x % 2 == 0) {
        reach_error();
        abort();
    }
    return 0;
}
