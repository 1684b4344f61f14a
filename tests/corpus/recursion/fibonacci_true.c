// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: two recursive calls in one expression

extern void __VERIFIER_assert(int);

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void)
{
    __VERIFIER_assert(fib(4) == 3);
    return 0;
}
