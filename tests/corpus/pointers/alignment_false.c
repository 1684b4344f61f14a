// expect: FALSE
// why: objects are aligned as their types demand

extern void __VERIFIER_assert(int);

int main(void)
{
    char c;
    int x;
    long long y;
    __VERIFIER_assert((__UINTPTR_TYPE__)&x % 4 == 1);
    __VERIFIER_assert((__UINTPTR_TYPE__)&y % 4 == 0);
    return c = 0;
}
