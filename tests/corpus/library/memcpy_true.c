// expect: TRUE
// why: bytes are copied, and no more

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    char a[6] = "abcde", b[6] = "vwxyz";
    void *r = memcpy(b, a, 3);
    __VERIFIER_assert(r == b && b[0] == 'a' && b[2] == 'c' && b[3] == 'y');
    return 0;
}
