// expect: TRUE
// why: the sum of two counters stays the same, whatever the first one was

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned all = __VERIFIER_nondet_uint();
    unsigned here = all, there = 0;
    while (here > 0) {
        here--;
        there++;
    }
    if (there != all)
        reach_error();
    return 0;
}
