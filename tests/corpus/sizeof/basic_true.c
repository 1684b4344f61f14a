// expect: TRUE
// why: sizes of LP64

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
    __VERIFIER_assert(sizeof(long) == 8);
    __VERIFIER_assert(sizeof(long long) == 8 && sizeof(_Bool) == 1 && sizeof(void *) == 8);
    return 0;
}
