// expect: TRUE
// why: comparisons give ints

extern void __VERIFIER_assert(int);

int main(void)
{
    long x = 0;
    __VERIFIER_assert(sizeof(x < 1) == 4);
    __VERIFIER_assert((x < 1) + (x < 2) == 2 && -(x < 1) == -1);
    return 0;
}
