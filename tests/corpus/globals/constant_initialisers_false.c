// expect: FALSE
// why: initialisers of globals are constant expressions of any kind

extern void __VERIFIER_assert(int);

enum { TEN = 10 };
const int a = TEN * 2 - (1 ? 3 : 4);
int b = sizeof(int) * 3;
unsigned char c = 300;
long d = -1u;
int e = !0 && 3 > 2;
int main(void)
{
    __VERIFIER_assert(a == 17);
    __VERIFIER_assert(b == 11);
    __VERIFIER_assert(c == 44 && d == 4294967295L && e == 1);
    return 0;
}
