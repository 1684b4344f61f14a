// expect: TRUE
// why: arguments are converted to the type of the parameter

extern void __VERIFIER_assert(int);

static int f(unsigned char c) { return c; }
int main(void)
{
    __VERIFIER_assert(f(300) == 44);
    __VERIFIER_assert(f(-1) == 255);
    return 0;
}
