// expect: TRUE
// options: --32
// why: 4294967295 is long or long long; 2147483648 is long long with --32

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(sizeof(2147483648) == 8);
    __VERIFIER_assert(sizeof(long) == 4 && sizeof(void *) == 4);
    return 0;
}
