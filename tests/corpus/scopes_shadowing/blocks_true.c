// expect: TRUE
// why: an inner declaration hides the outer one until the block ends

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    {
        int x = 2;
        x++;
        __VERIFIER_assert(x == 3);
    }
    __VERIFIER_assert(x == 1);
    return 0;
}
