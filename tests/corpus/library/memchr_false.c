// expect: FALSE
// why: the first byte with a value

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char a[] = { 5, 6, 7, 6 };
    __VERIFIER_assert(memchr(a, 6, 4) == a + 3 && !memchr(a, 7, 2));
    return 0;
}
