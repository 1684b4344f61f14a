// expect: FALSE
// check: overflow
// why: A product overflows, and a square of 46341 is the first.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 46300 || x > 46341)
        return 0;
    return x * x == 0;
}
