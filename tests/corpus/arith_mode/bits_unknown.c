// expect: UNKNOWN: integer that does not fit its type
// options: --arith
// engine bmc: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine kind: UNKNOWN
// why: Bits of a number that is no value of its type are nobody's.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 2147483640)
        return 0;
    int z = x + 100;
    assert((z & y) >= y || y > 0);
    return 0;
}
