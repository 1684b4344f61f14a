// expect: TRUE
// why: between the loops the mask is off, inside of the second one it need not be

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int value = __VERIFIER_nondet_int(), stored = value, masked = 0, used = 0;
    while (__VERIFIER_nondet_bool()) {
        while (__VERIFIER_nondet_bool()) {
            stored = stored ^ 21;
            masked = !masked;
        }
        if (masked) {
            stored = stored ^ 21;
            masked = 0;
        }
        used = stored;
    }
    while (used != 0 && __VERIFIER_nondet_bool()) {
        __VERIFIER_assert(masked || used == value);
        used = used == 1 ? 1 : used;
    }
    return 0;
}
