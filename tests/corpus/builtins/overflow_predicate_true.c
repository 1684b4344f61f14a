// expect: TRUE
// why: __builtin_add_overflow_p asks the type of its third argument, whose value is of no interest.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char kind = 7;
    int fits = x >= -1 && x <= 254;
    assert(__builtin_add_overflow_p(x, 1, kind) == !fits);
    assert(!__builtin_mul_overflow_p(x, 4, 0LL));
    return 0;
}
