// expect: TRUE
// why: return leaves the function in the middle of loops

extern void __VERIFIER_assert(int);

static int half_up(int n)
{
    for (int i = 0; i < 10; i++)
        if (i + i >= n)
            return i;
    return -1;
}
int main(void)
{
    __VERIFIER_assert(half_up(8) == 4);
    __VERIFIER_assert(half_up(9) == 5);
    __VERIFIER_assert(half_up(1000) == -1);
    return 0;
}
