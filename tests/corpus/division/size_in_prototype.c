// expect: TRUE
// check: division
// why: sizes in the parameters of a function that is only declared are not evaluated (they were)

static int first(int n, int m, int a[n][m])
{
    return a[0][0];
}

int main(void)
{
    int first(int n, int m, int a[n % m][m]);
    int (*call)(int n, int m, int a[n / m][m]) = first;
    int a[2][2] = { { 1, 2 }, { 3, 4 } };
    return call(2, 2, a);
}
