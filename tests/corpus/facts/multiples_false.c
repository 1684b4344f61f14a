// expect: FALSE
// why: the pair of multiples_true.c: one more

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, t = 3;
    while (i != n) {
        i++;
        t += 5;
    }
    if (t != 5 * n + 4)
        reach_error();
    return 0;
}
