// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: a pointer to a whole row moves by rows

extern void __VERIFIER_assert(int);

static int trace(int (*m)[3])
{
    int t = 0;
    for (int i = 0; i < 3; i++)
        t += m[i][i];
    return t;
}
int main(void)
{
    int m[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    __VERIFIER_assert(trace(m) == 15);
    return 0;
}
