// expect: TRUE
// why: the size of a parameter names a parameter before it, also in an old definition (it had to be constant)

extern void __VERIFIER_assert(int);

int n = 50;

static int last(n, m, a)
    int n, m;
    int a[n][m];
{
    return a[n - 1][m - 1] + (int) (sizeof a[0] / sizeof a[0][0]);
}

int main(void)
{
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    __VERIFIER_assert(last(2, 3, a) == 9);
    return 0;
}
