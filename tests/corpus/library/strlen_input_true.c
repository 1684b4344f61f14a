// expect: TRUE
// why: the length of an input string

#include <string.h>

extern void __VERIFIER_assert(int);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char s[4];
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    size_t n = strlen(s);
    __VERIFIER_assert(n <= 3 && s[n] == 0);
    return 0;
}
