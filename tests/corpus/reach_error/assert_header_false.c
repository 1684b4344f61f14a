// expect: FALSE
// why: assert from the system's header

extern int __VERIFIER_nondet_int(void);

#include <assert.h>
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x * 0 != 0);
    return 0;
}
