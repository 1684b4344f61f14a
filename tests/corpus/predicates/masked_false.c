// expect: FALSE
// why: the property is that of the other mode

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int masked = 0, value = __VERIFIER_nondet_int(), stored = value;
    while (__VERIFIER_nondet_int()) {
        stored = stored ^ 21;
        masked = !masked;
    }
    if (masked) {
        __VERIFIER_assert(stored == value);
    }
    return 0;
}
