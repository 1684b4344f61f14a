// expect: TRUE
// why: __builtin_types_compatible_p is a constant

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(__builtin_types_compatible_p(int, int));
    return 0;
}
