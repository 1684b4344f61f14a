// expect: FALSE
// options: --arith
// why: The stack of recursive calls keeps numbers.
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// engine kind: UNKNOWN
// engine unwind: UNKNOWN
// engine ic3ia: UNKNOWN
// engine pdr: UNKNOWN
// engine local: UNKNOWN
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int sum(int n) {
    if (n <= 0)
        return 0;
    int rest = sum(n - 1);
    return rest + n;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 3)
        return 0;
    assert(sum(n) <= 5);
    return 0;
}
