// expect: UNKNOWN: builtin
// why: __builtin_constant_p and __builtin_types_compatible_p in macros

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(__builtin_types_compatible_p(int, int));
    return 0;
}
