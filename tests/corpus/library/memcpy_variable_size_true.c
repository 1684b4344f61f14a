// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: bug: a copy of a number of bytes that is not constant wrote nothing

#include <stdlib.h>
#include <string.h>

extern void __VERIFIER_assert(int);

static char *copy(const char *s)
{
    size_t n = strlen(s);
    char *r = malloc(n + 1);
    memcpy(r, s, n + 1);
    return r;
}
int main(void)
{
    char *a = copy("ab"), *b = copy("x");
    __VERIFIER_assert(a[0] == 'a' && a[1] == 'b' && a[2] == 0 && b[0] == 'x' && b[1] == 0);
    return 0;
}
