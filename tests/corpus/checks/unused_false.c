// expect: FALSE
// check: overflow
// why: An expression is evaluated even if nobody wants its value.
int __VERIFIER_nondet_int(void);
int printf(const char *, ...);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 2147483647)
        return 0;
    (void)(x + 1);
    printf("%f\n", (double)(x + 1));
    return 0;
}
