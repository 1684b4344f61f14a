// expect: FALSE
// why: Of constants it is a constant expression; the third argument is evaluated all the same.
#include <assert.h>
enum { STEPS = __builtin_mul_overflow_p(65536, 65536, 0) ? 2 : 3 };
_Static_assert(!__builtin_mul_overflow_p(65536, 65536, 0u + 0LL), "a product of 33 bits");
int main(void)
{
    int calls = 0;
    assert(__builtin_sub_overflow_p(0u, 1, (calls++, 0u)));
    assert(calls == 1 && STEPS == 3);
    return 0;
}
