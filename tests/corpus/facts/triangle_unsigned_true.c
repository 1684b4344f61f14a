// expect: TRUE
// why: the same with unsigned numbers, where j = i - 1 wraps around unless i > 0 is known

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++) {
        if (i > 0) {
            unsigned j = i - 1;
            if (!(j < n))
                reach_error();
        }
    }
    return 0;
}
