// expect: FALSE
// why: a long has room

extern void __VERIFIER_assert(int);

int main(void)
{
    long x = 2147483647;
    x++;
    __VERIFIER_assert(x < 0);
    return 0;
}
