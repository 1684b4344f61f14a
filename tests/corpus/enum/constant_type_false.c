// expect: FALSE
// why: enumerators themselves are ints, whatever the type of the enum

extern void __VERIFIER_assert(int);

enum E { P, Q };
int main(void)
{
    enum E e = P;
    __VERIFIER_assert(e - 1 < 0);
    return 0;
}
