// expect: TRUE
// why: the address of a label does not stand behind a builtin with types (it did: the program was refused)

extern void __VERIFIER_assert(int);

int counter;

int main(void) {
    int both = __builtin_types_compatible_p(int, signed)
        && __builtin_types_compatible_p(__typeof__(counter), int);
    __VERIFIER_assert(both);
    return 0;
}
