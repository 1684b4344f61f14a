// expect: TRUE
// why: 128-bit integers

extern void __VERIFIER_assert(int);

int main(void)
{
    __int128 x = (__int128)1 << 100;
    __VERIFIER_assert((x >> 99) == 2);
    __VERIFIER_assert(sizeof(x) == 16);
    return 0;
}
