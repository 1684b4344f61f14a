// expect: TRUE
// why: two lights are never green together

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

enum light { RED, YELLOW, GREEN };
int main(void)
{
    enum light north = RED, east = RED;
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if (north == GREEN) north = YELLOW;
            else if (north == YELLOW) north = RED;
            else if (east == RED) north = GREEN;
        } else {
            if (east == GREEN) east = YELLOW;
            else if (east == YELLOW) east = RED;
            else if (north == RED) east = GREEN;
        }
        __VERIFIER_assert(!(north != RED && east != RED));
    }
}
