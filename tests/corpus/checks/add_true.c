// expect: TRUE
// check: overflow
// why: The sum of two ints overflows at the top.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 2147483646)
        return 0;
    int y = x + 1;
    return y > 0;
}
