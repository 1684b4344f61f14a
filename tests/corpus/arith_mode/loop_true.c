// expect: TRUE
// options: --arith
// engine bmc: UNKNOWN
// why: A loop that needs an invariant about unbounded sums.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned long x = 0, y = 0;
    for (unsigned i = 0; i < n; i++) {
        x += 1;
        y += 2;
    }
    assert(y == 2 * x);
    return 0;
}
