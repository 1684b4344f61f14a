// expect: UNKNOWN: address of a variable
// native: skip
// why: bug: printf writes through a pointer

#include <stdio.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
    printf("abc%n", &n);
    __VERIFIER_assert(n == 0);
    return 0;
}
