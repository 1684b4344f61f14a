// expect: FALSE
// why: wide character constants

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(L'\x20ac' == 226);
    __VERIFIER_assert(sizeof(L'a') == 4);
    __VERIFIER_assert('\x41' == 'A' && '\t' == 9 && '\a' == 7 && '\e' == 27 && '?' == '\?');
    return 0;
}
