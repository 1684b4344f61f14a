// expect: FALSE
// check: bounds
// why: The same with a subscript that is not constant.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int m[3][4] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    return m[1][i];
}
