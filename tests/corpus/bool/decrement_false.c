// expect: FALSE
// why: decrementing a _Bool toggles it

extern void __VERIFIER_assert(int);

int main(void)
{
    signed char b = 0;
    b--;
    __VERIFIER_assert(b == 1);
    b--;
    __VERIFIER_assert(b == 0);
    return 0;
}
