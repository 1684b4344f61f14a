// expect: TRUE
// why: ?: groups to the right

extern void __VERIFIER_assert(int);

int main(void)
{
    int no = 0;
    __VERIFIER_assert((no ? 1 : no ? 2 : 3) == 3);
    return 0;
}
