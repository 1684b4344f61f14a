// expect: TRUE
// why: an enumerator that does not fit int makes the enum wide

extern void __VERIFIER_assert(int);

enum E { SMALL = 1, LARGE = 0x100000000 };
int main(void)
{
    enum E e = LARGE;
    __VERIFIER_assert(sizeof(enum E) == 8);
    __VERIFIER_assert(e >> 32 == 1);
    return 0;
}
