// expect: TRUE
// why: a shift right of a negative int keeps the sign

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = -8;
    __VERIFIER_assert((x >> 1) == -4);
    return 0;
}
