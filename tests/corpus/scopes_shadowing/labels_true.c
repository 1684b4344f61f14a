// expect: TRUE
// why: labels, tags and variables have name spaces of their own

extern void __VERIFIER_assert(int);

enum a { b = 1 };
int main(void)
{
    int a = b;
    goto a;
a:
    a++;
    __VERIFIER_assert(a == 2);
    enum a e = b;
    __VERIFIER_assert(e == 1);
    return 0;
}
