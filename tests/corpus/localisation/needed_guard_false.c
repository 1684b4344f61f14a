// expect: FALSE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: one more may be opened, and closed

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned hash = 17, open = 0, closed = 0;
    for (;;) {
        hash = hash * 5 + __VERIFIER_nondet_uint();
        hash ^= hash >> 7;
        if ((hash & 3) == 1 && open < 6)
            open++;
        if ((hash & 12) == 8 && closed < open)
            closed++;
        if (closed > 5)
            reach_error();
    }
}
