// expect: TRUE
// why: overlapping bytes move as if by a copy

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    char a[6] = "abcde";
    memmove(a + 1, a, 4);
    __VERIFIER_assert(a[0] == 'a' && a[1] == 'a' && a[4] == 'd');
    return 0;
}
