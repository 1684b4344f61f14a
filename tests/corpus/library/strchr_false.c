// expect: FALSE
// engine ic3cfa: UNKNOWN
// why: the first and the last place of a character

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    const char *s = "a/b/c";
    __VERIFIER_assert(strchr(s, '/') == s + 1 && strrchr(s, '/') == s + 1);
    __VERIFIER_assert(!strchr(s, 'x') && strchr(s, 0) == s + 5);
    return 0;
}
