// expect: FALSE
// why: both flags, once the inner loop has worked for long enough

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
            idle = 1;
        } else {
            busy = 0;
            idle = 1;
        }
        if (busy == idle)
            reach_error();
        n = __VERIFIER_nondet_uint();
    }
}
