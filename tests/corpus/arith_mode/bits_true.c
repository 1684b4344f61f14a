// expect: TRUE
// options: --arith
// why: Bit operations with constants, as on numbers without an end.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert((x & 12) + (x & 3) == (x & 15));
    assert((x & ~3) + (x & 3) == x);
    assert((x | 8) - (x ^ 8) == (x & 8));
    assert(~x == -x - 1);
    assert(x >> 4 << 4 == (x & -16));
    return 0;
}
