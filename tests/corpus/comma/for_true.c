// expect: TRUE
// why: two counters in one for

extern void __VERIFIER_assert(int);

int main(void)
{
    int i, j;
    for (i = 0, j = 10; i < j; i++, j--)
        ;
    __VERIFIER_assert(i == j);
    return 0;
}
