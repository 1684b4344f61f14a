// expect: FALSE
// why: character constants are ints, and escapes have the sign of char

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert('A' == 65);
    __VERIFIER_assert(sizeof('a') == 4);
    __VERIFIER_assert('\xff' == 255);
    __VERIFIER_assert('\101' == 'A');
    __VERIFIER_assert('\n' == 10 && '\\' == 92 && '\'' == 39 && '\0' == 0);
    return 0;
}
