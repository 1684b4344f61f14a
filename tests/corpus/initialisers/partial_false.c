// expect: FALSE
// why: what an initialiser leaves out is zero

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[5] = { 1, 2 };
    struct { int x; int y[3]; } s = { 4 };
    int sum = 0;
    for (int i = 2; i < 5; i++)
        sum |= a[i];
    __VERIFIER_assert(sum == 0 && (s.y[0] | s.y[1] | s.y[2]) == 0 && a[1] == 0);
    return 0;
}
