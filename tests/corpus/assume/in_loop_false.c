// expect: FALSE
// why: an assumption in each iteration

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);

int main(void)
{
    int pos = 0, n = 0;
    while (n < 4) {
        int step = __VERIFIER_nondet_int();
        __VERIFIER_assume(step >= 0 && step <= 3);
        pos += step;
        n++;
    }
    __VERIFIER_assert(pos <= 8);
    return 0;
}
