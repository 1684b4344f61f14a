// expect: TRUE
// options: --32
// why: the preferred alignment, which GNU C asks for, also inside of parentheses; the text was taken for _Alignof there

extern void __VERIFIER_assert(int);

struct record { double d; } record;

int main(void)
{
    __VERIFIER_assert(__alignof__(double) == 8);
    __VERIFIER_assert((__alignof__(double)) == 8 && (int)(__alignof__(long long)) == 8);
    __VERIFIER_assert(_Alignof(double) == 4 && (_Alignof(double)) == 4);
    __VERIFIER_assert(__alignof__(record.d) == 4);
    return 0;
}
