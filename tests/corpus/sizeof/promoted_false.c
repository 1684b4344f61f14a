// expect: FALSE
// why: sizeof of an expression is that of its promoted type

extern void __VERIFIER_assert(int);

int main(void)
{
    char c = 1;
    short s = 2;
    __VERIFIER_assert(sizeof(c) == 1 && sizeof(+c) == 4);
    __VERIFIER_assert(sizeof(c + c) == 1);
    __VERIFIER_assert(sizeof(s ? c : s) == 4 && sizeof((c, s)) == 2 && sizeof(c = s) == 1);
    return 0;
}
