// expect: FALSE
// check: division
// why: The right operand is evaluated only if the left one says so.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x != 0 & 10 / x > 2;
    if (x == 0 || 10 % x == 1)
        y++;
    y += x ? 7 / x : 7;
    return y;
}
