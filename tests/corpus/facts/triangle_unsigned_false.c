// expect: FALSE
// why: the pair of triangle_unsigned_true.c: 0 - 1 is the largest number

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++) {
        if (i >= 0) {
            unsigned j = i - 1;
            if (!(j < n))
                reach_error();
        }
    }
    return 0;
}
