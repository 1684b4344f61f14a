// expect: TRUE
// why: with NDEBUG, assert is nothing, and its condition is not evaluated

extern void __VERIFIER_assert(int);

#define NDEBUG
#include <assert.h>
int main(void)
{
    int x = 0;
    assert(x++ > 0);
    __VERIFIER_assert(x == 0);
    return 0;
}
