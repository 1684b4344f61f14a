// expect: FALSE
// check: overflow
// why: A difference overflows at the bottom.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647 - 1)
        return 0;
    int y = x - 1;
    return y / 2;
}
