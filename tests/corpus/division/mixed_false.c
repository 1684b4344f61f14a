// expect: FALSE
// why: an unsigned divisor makes the division unsigned

extern void __VERIFIER_assert(int);

int main(void)
{
    int a = -10;
    int b = 3;
    __VERIFIER_assert(a / b == 1431655762u);
    return 0;
}
