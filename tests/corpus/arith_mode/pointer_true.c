// expect: TRUE
// options: --arith
// why: Pointers are addresses, and what they point to are numbers.
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pair { int x; unsigned y; };
static void swap(int *p, int *q) {
    int t = *p;
    *p = *q;
    *q = t;
}
int main(void) {
    struct pair s = {__VERIFIER_nondet_int(), 7}, t;
    int other = s.x + 1;
    swap(&s.x, &other);
    t = s;
    assert(t.x == other + 1 && t.y == 7);
    return 0;
}
