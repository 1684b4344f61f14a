// expect: TRUE
// why: t = 5 * i with the coefficient that the program has; with its inverse no solver sees it

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, t = 3;
    while (i != n) {
        i++;
        t += 5;
    }
    if (t != 5 * n + 3)
        reach_error();
    return 0;
}
