// expect: FALSE
// options: --arith
// why: Below zero there are numbers, too, also for unsigned types.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x - 1 < 4294967295u && x - 1 >= 0);
    return 0;
}
