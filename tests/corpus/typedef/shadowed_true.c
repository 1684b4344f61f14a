// expect: TRUE
// why: a variable may have the name of a typedef in an inner scope

extern void __VERIFIER_assert(int);

typedef int T;
int main(void)
{
    T a = 3;
    {
        int T = 4;
        a += T;
    }
    T b = a;
    __VERIFIER_assert(a == 7 && b == a);
    return 0;
}
