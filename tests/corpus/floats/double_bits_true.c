// expect: TRUE
// why: the encoding through memcpy

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    double d = -2.0;
    unsigned long long bits;
    memcpy(&bits, &d, sizeof d);
    __VERIFIER_assert(bits == 0xc000000000000000ULL);
    return 0;
}
