// expect: TRUE
// engine bmc: UNKNOWN
// engine ic3: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// why: a counter of 16 bits wraps around within the loop; a leap must stop before it

void reach_error(void) {}
extern void abort(void);

int main(void) {
    unsigned short small = 0;
    unsigned wraps = 0;
    for (unsigned i = 0; i < 10000000u; i++) {
        small++;
        if (small == 0) {
            wraps++;
        }
    }
    if (wraps != 152 || small != 38528) {
        reach_error();
        abort();
    }
    return 0;
}
