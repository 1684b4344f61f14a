// expect: FALSE
// why: long long has 64 bits and its low half is the int

extern void __VERIFIER_assert(int);

int main(void)
{
    long long x = 1LL << 40;
    __VERIFIER_assert(x == 1099511627776LL);
    int y = x;
    __VERIFIER_assert(y == 1);
    return 0;
}
