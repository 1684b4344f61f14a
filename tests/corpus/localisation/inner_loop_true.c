// expect: TRUE
// why: whatever the inner loop does, and if it does not end, the flags exclude one another

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned busy = 0, idle = 1, n = __VERIFIER_nondet_uint(), work = 1;
    for (;;) {
        unsigned i = 0;
        while (i != n) {
            work = work * 3 + i;
            i++;
        }
        if (work & 16) {
            busy = 1;
            idle = 0;
        } else {
            busy = 0;
            idle = 1;
        }
        if (busy == idle)
            reach_error();
        n = __VERIFIER_nondet_uint();
    }
}
