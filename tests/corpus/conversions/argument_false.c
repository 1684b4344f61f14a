// expect: FALSE
// why: -1 stays -1 in a signed char

extern void __VERIFIER_assert(int);

static int f(signed char c) { return c; }
int main(void)
{
    __VERIFIER_assert(f(300) == 44);
    __VERIFIER_assert(f(-1) == 255);
    return 0;
}
