// expect: TRUE
// why: every compound operator

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 5;
    x += 7;
    x -= 2;
    x *= 3;
    x /= 4;
    x %= 5;
    __VERIFIER_assert(x == 2);
    x <<= 5;
    x |= 3;
    x ^= 1;
    x &= ~64;
    x >>= 1;
    __VERIFIER_assert(x == 1);
    return 0;
}
