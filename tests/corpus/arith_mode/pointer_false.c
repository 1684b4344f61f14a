// expect: FALSE
// options: --arith
// why: The same with numbers that are equal.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static void swap(int *p, int *q) {
    int t = *p;
    *p = *q;
    *q = t;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), old = x;
    swap(&x, &y);
    assert(y != old || x == y + 3);
    return 0;
}
