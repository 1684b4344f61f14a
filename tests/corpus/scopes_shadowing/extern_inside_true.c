// expect: TRUE
// why: an extern declaration inside a block means the global again

extern void __VERIFIER_assert(int);

int x = 5;
int main(void)
{
    int x = 1;
    {
        extern int x;
        __VERIFIER_assert(x == 5);
    }
    __VERIFIER_assert(x == 1);
    return 0;
}
