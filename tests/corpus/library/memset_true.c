// expect: TRUE
// why: every byte gets the value

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned a[3];
    memset(a, 0x1ff, sizeof a);
    __VERIFIER_assert(a[1] == 0xffffffffu);
    memset(a + 1, 0, 4);
    __VERIFIER_assert(a[0] == ~0u && a[1] == 0 && a[2] == ~0u);
    return 0;
}
