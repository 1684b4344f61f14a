// expect: FALSE
// why: - and / group to the left, assignments and unary operators to the right

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 3;
    __VERIFIER_assert(10 - 4 - 3 == 3);
    __VERIFIER_assert(20 / (5 / 2) == 2);
    __VERIFIER_assert(- - x == 3 && !!x == 1 && -~x == 4);
    __VERIFIER_assert(100 % 7 * 2 == 4);
    return 0;
}
