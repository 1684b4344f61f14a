// expect: TRUE
// why: division truncates towards zero and the remainder has the sign of the dividend

extern void __VERIFIER_assert(int);

int main(void)
{
    int two = 2;
    __VERIFIER_assert(-7 / two == -3);
    __VERIFIER_assert(-7 % two == -1);
    __VERIFIER_assert(7 % -two == 1);
    return 0;
}
