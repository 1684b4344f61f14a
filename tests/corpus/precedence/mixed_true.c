// expect: TRUE
// why: the precedence of shifts, comparisons, bit operations and !

extern void __VERIFIER_assert(int);

int main(void)
{
    int one = 1;
    __VERIFIER_assert((1 + 2 << 3) == 24);
    __VERIFIER_assert((one | 2 ^ 2 & 6) == 1);
    __VERIFIER_assert((!one == 0) == 1);
    __VERIFIER_assert((-8 >> one + one) == -2);
    __VERIFIER_assert((one ? 2 : 0, 7) == 7);
    __VERIFIER_assert(~one + 1 == -one);
    return 0;
}
