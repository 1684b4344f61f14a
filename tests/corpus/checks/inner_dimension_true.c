// expect: TRUE
// check: bounds
// why: The inner subscript counts by itself, constant or not.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int m[3][4] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    m[i][3] = 1;
    return m[0][3];
}
