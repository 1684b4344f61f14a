// expect: FALSE
// why: a function declared through a typedef of a function type, and inside a block

extern void __VERIFIER_assert(int);

typedef int F(int);
F f;
int main(void)
{
    extern int g(int);
    __VERIFIER_assert(f(g(1)) == 4);
    return 0;
}
int f(int x) { return x + 3; }
int g(int x) { return x + 1; }
