// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: bytes compare as unsigned numbers

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    char a[] = { 1, 2, (char)0x80 }, b[] = { 1, 2, 3 };
    __VERIFIER_assert(memcmp(a, b, 2) == 0 && memcmp(a, b, 3) > 0);
    return 0;
}
