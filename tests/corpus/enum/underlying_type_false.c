// expect: FALSE
// why: with a negative one it is an int

extern void __VERIFIER_assert(int);

enum E { P = -1, Q };
int main(void)
{
    enum E e = -1;
    __VERIFIER_assert(e > 0);
    return 0;
}
