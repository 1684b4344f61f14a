// expect: TRUE
// why: an affine relation with a coefficient, over branches that add differently

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned i = 0, a = 0, b = 0;
    while (i < n) {
        if (__VERIFIER_nondet_bool()) {
            a += 1;
            b += 2;
        } else {
            a += 2;
            b += 1;
        }
        i++;
    }
    if (a + b != 3 * i)
        reach_error();
    return 0;
}
