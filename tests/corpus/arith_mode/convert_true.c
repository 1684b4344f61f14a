// expect: TRUE
// options: --arith
// why: Conversions between integer types keep the value; those to _Bool do not.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    unsigned u = i;
    char c = i;
    _Bool b = i;
    struct { unsigned low : 3; } s;
    s.low = i;
    assert(u == i && c == i && s.low == i);
    assert(b == (i != 0));
    return 0;
}
