// expect: FALSE
// check: overflow
// why: The square of an int fits a long, and one of a long does not.
int __VERIFIER_nondet_int(void);
int main(void)
{
    long a = __VERIFIER_nondet_int();
    a *= 2;
    long x = a * a;
    return x == 3;
}
