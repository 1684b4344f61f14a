// expect: TRUE
// why: division and comparison in 128 bits

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned __int128 x = ((unsigned __int128)7 << 100) + 5;
    unsigned __int128 y = (unsigned __int128)2 << 100;
    int q = x / y;
    __VERIFIER_assert(q == 3);
    __VERIFIER_assert(x % y == ((unsigned __int128)1 << 100) + 5);
    __int128 n = -(__int128)x;
    __VERIFIER_assert(n < 0 && n / (__int128)y == -3);
    return 0;
}
