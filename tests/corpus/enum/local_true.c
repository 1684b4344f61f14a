// expect: TRUE
// why: an enum in a block hides an outer enumerator

extern void __VERIFIER_assert(int);

enum { ONE = 1 };
int main(void)
{
    int x;
    {
        enum { ONE = 5 };
        x = ONE;
    }
    __VERIFIER_assert(x == 5 && ONE == 1);
    return 0;
}
