// expect: TRUE
// why: arithmetic that says whether it overflows

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r;
    if (!__builtin_add_overflow(a, b, &r))
        __VERIFIER_assert((long long)a + b == r);
    unsigned char c;
    __VERIFIER_assert(__builtin_mul_overflow(16, 16, &c) == 1 && c == 0);
    return 0;
}
