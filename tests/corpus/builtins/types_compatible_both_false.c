// expect: FALSE
// why: the same with types that differ

extern void __VERIFIER_assert(int);

int counter;

int main(void) {
    int both = __builtin_types_compatible_p(int, signed)
        && __builtin_types_compatible_p(__typeof__(counter), long);
    __VERIFIER_assert(both);
    return 0;
}
