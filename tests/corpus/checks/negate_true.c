// expect: TRUE
// check: overflow
// why: The least int has no opposite.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x <= -2147483647 - 1)
        return 0;
    int y = -x;
    return y / 2;
}
