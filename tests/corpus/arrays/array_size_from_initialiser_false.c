// expect: FALSE
// why: the initialiser says how long the array is

extern void __VERIFIER_assert(int);

int a[] = { 1, 2, 3 };
char s[] = "abc";
int d[] = { [9] = 1 };
int main(void)
{
    __VERIFIER_assert(sizeof a / sizeof a[0] == 3 && sizeof s == 3);
    __VERIFIER_assert(sizeof d / sizeof *d == 10);
    return 0;
}
