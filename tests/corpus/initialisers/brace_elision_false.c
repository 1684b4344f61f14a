// expect: FALSE
// why: inner braces may be left out

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[2][3] = { 1, 2, 3, 4 };
    int b[2][3] = { { 1 }, { 2, 3 } };
    __VERIFIER_assert(a[1][0] == 4 && a[1][1] == 0);
    __VERIFIER_assert(b[1][0] == 0 && b[0][1] == 0 && b[1][1] == 3);
    return 0;
}
