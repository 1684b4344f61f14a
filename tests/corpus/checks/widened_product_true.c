// expect: TRUE
// check: overflow
// why: The square of an int fits a long, and one of a long does not.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int();
    long x = (long)a * a;
    return x == 3;
}
