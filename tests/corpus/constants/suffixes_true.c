// expect: TRUE
// why: suffixes decide the type

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(sizeof(1L) == 8 && sizeof(1u) == 4 && sizeof(1ull) == 8);
    __VERIFIER_assert(!(-1 < 0U));
    __VERIFIER_assert(-1 < 0LL);
    return 0;
}
