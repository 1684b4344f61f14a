// expect: FALSE
// options: --arith
// why: Unions stay bits.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    union { int i; unsigned char c[4]; } u;
    u.i = __VERIFIER_nondet_int();
    assert(u.c[0] != 7 || u.i < 0);
    return 0;
}
