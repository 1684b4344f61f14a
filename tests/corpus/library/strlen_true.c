// expect: TRUE
// why: the length does not count the end

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    char s[8] = "abc";
    __VERIFIER_assert(strlen(s) == 3 && strlen("") == 0);
    s[1] = 0;
    __VERIFIER_assert(strlen(s) == 1);
    return 0;
}
