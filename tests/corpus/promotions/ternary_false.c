// expect: FALSE
// why: with two ints the value stays -1

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = -1;
    int u = 1;
    __VERIFIER_assert((i < 0 ? i : u) > 0);
    return 0;
}
