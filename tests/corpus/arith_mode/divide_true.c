// expect: TRUE
// options: --arith
// why: Division rounds towards zero, whatever the signs are.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int q = x / 7, r = x % 7;
    assert(7 * q + r == x);
    assert(r > -7 && r < 7);
    assert(x < 0 ? r <= 0 : r >= 0);
    assert(x / -7 == -q && x % -7 == r);
    return 0;
}
