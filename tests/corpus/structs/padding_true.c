// expect: TRUE
// why: bug: bytes that were written to padding were read as 0

#include <string.h>

extern void __VERIFIER_assert(int);

struct s { char a; int b; };
int main(void)
{
    struct s v;
    unsigned char *p = (unsigned char *)&v;
    memset(&v, 0xff, sizeof v);
    __VERIFIER_assert(p[0] == 255 && p[1] == 255 && p[3] == 255 && v.b == -1);
    return 0;
}
