// expect: FALSE
// why: the scope of a variable begins before its initialiser

extern void __VERIFIER_assert(int);

long x;
int main(void)
{
    {
        char x = sizeof(x);
        __VERIFIER_assert(x == 1);
    }
    __VERIFIER_assert(sizeof(x) == 8);
    {
        char x = 1;
        __VERIFIER_assert(sizeof(x) == 4);
    }
    return 0;
}
