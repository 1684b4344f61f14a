// expect: TRUE
// why: A bit-field as the third argument is a type of its width.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct frame {
    int angle : 5;
    unsigned lane : 3;
};
int main(void)
{
    struct frame frame = {0, 0};
    int x = __VERIFIER_nondet_int();
    if (x < -20 || x > 20)
        return 0;
    assert(__builtin_sub_overflow_p(x, 1, frame.angle) == (x < -15 || x > 16));
    assert(__builtin_add_overflow_p(x, 0, frame.lane) == (x < 0 || x > 7));
    return 0;
}
