// expect: TRUE
// why: an enum without negative enumerators is unsigned in GCC

extern void __VERIFIER_assert(int);

enum E { P, Q };
int main(void)
{
    enum E e = -1;
    __VERIFIER_assert(e > 0);
    return 0;
}
