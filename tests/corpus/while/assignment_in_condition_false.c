// expect: FALSE
// why: an input read in the condition of a loop

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int c, n = 0;
    while ((c = __VERIFIER_nondet_int()) != 0 && n < 4)
        n++;
    __VERIFIER_assert(n <= 3 && (n == 3 || c == 0));
    return 0;
}
