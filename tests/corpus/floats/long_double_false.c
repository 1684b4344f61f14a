// expect: FALSE
// why: long double has more bits than double

extern void __VERIFIER_assert(int);

int main(void)
{
    long double x = 9007199254740993.0L;
    double d = (double)x;
    __VERIFIER_assert(x != d && x - d == 1.0L && (long long)x == 9007199254740992LL);
    __VERIFIER_assert(1.0L / 3.0L != 1.0 / 3.0);
    return 0;
}
