// expect: FALSE
// why: two calls may give two results

extern void __VERIFIER_assert(int);

extern long tick(void);
int main(void)
{
    long a = tick();
    long b = 0;
    b = tick();
    __VERIFIER_assert(a == b);
    return 0;
}
