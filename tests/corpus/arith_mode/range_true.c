// expect: TRUE
// options: --arith
// why: Inputs are values of their types.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    unsigned char c = __VERIFIER_nondet_uchar();
    int i = __VERIFIER_nondet_int();
    _Bool b = __VERIFIER_nondet_bool();
    short s;
    assert(u >= 0 && u <= 4294967295u);
    assert(c <= 255);
    assert(i >= -2147483647 - 1 && i <= 2147483647);
    assert(b == 0 || b == 1);
    assert(s >= -32768 && s <= 32767);
    return 0;
}
