// expect: FALSE
// why: a compound assignment whose operand branches

extern void __VERIFIER_assert(int);

int main(void)
{
    int s = 1, n = 5;
    s += n > 3 && n < 10 ? 3 : 0;
    __VERIFIER_assert(s == 3);
    s *= (n > 3) + (n < 3);
    __VERIFIER_assert(s == 3);
    return 0;
}
