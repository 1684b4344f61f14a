// expect: TRUE
// why: rows of a two-dimensional array follow one another

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            a[i][j] = 10 * i + j;
    int *p = &a[0][0];
    __VERIFIER_assert(a[2][3] == 23 && p[6] == 12);
    __VERIFIER_assert(sizeof a[0] == 16 && (*(a + 1))[2] == 12);
    return 0;
}
