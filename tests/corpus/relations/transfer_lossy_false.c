// expect: FALSE
// why: one item is lost on the way, so the sum is not what it was

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned all = __VERIFIER_nondet_uint();
    unsigned here = all, there = 0;
    while (here > 0) {
        here--;
        if (here != 2)
            there++;
    }
    if (there != all)
        reach_error();
    return 0;
}
