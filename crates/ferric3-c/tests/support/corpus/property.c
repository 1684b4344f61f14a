# 1 "property.h" 1
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
extern unsigned int __VERIFIER_nondet_uint(void);
# 7 "property.c" 2
void reach_error(void) { __assert_fail("0", "property.c", 3, "reach_error"); }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }
int main() {
    unsigned int n = __VERIFIER_nondet_uint(), s = 0;
#pragma unroll 3
    assume_abort_if_not(n < 100); /* \
    spliced */
    for (unsigned i = 0; i < n; ++i) s += i \
      ;
    __VERIFIER_assert(s <= 4950);
    return 0;
}
