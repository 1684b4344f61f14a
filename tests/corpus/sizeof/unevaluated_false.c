// expect: FALSE
// why: the operand of sizeof is not evaluated

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    int n = sizeof(x++);
    __VERIFIER_assert(x == 1 && n == 4);
    return 0;
}
