// expect: FALSE
// why: only the rows have a variable size, and subscripts of rows are not those of the array (they left it)

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 2 && n < 5);
    int rows[2][n];
    int *second = rows[1];
    second[2] = 7;
    rows[0][n - 1] = 3;
    __VERIFIER_assert(rows[1][2] == 8);
    return 0;
}
