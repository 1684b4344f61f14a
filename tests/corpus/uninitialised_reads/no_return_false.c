// expect: FALSE
// check: uninitialised
// why: A function that ends without return has no value to use.
int __VERIFIER_nondet_int(void);

static int sign(int n)
{
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
    (void)0;
}
int main(void)
{
    return sign(__VERIFIER_nondet_int());
}
