// expect: FALSE
// why: f() says nothing about the parameters

extern void __VERIFIER_assert(int);

int f();
int main()
{
    __VERIFIER_assert(f(1, 2) == 2);
    return 0;
}
int f(int a, int b) { return a + b; }
