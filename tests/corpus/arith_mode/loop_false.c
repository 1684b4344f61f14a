// expect: FALSE
// options: --arith
// why: A sum that gets beyond its type, where that is no fault.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char steps = 0;
    while (__VERIFIER_nondet_bool()) {
        steps += 100;
        assert(steps <= 255);
    }
    return 0;
}
