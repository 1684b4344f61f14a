// expect: FALSE
// why: function-like macros, with the usual trap of missing brackets

extern void __VERIFIER_assert(int);

#define SQUARE(x) (x * x)
#define N 3
int main(void)
{
    __VERIFIER_assert(SQUARE(N + 1) == 16);
    return 0;
}
