// expect: FALSE
// why: a header beside the program, found without options

extern void __VERIFIER_assert(int);

#include "limits.h"
int main(void)
{
    __VERIFIER_assert(below(10));
    return 0;
}
