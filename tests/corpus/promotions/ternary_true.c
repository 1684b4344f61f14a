// expect: TRUE
// why: the branches of ?: get a common type: here unsigned

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = -1;
    unsigned u = 1;
    __VERIFIER_assert((i < 0 ? i : u) > 0);
    return 0;
}
