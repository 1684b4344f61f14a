// expect: FALSE
// why: an index may be negative if the element exists

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[4] = { 10, 11, 12, 13 };
    int *end = a + 4;
    __VERIFIER_assert(end[-1] == 13 && end[-3] == 10);
    __VERIFIER_assert((-2)[end] == 12);
    return 0;
}
