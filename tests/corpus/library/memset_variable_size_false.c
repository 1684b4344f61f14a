// expect: FALSE
// engine ic3cfa: UNKNOWN
// why: bug: a number of bytes that is not constant was not filled

#include <string.h>

extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned char a[4] = { 1, 1, 1, 1 };
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 3)
        return 0;
    memset(a, 7, n);
    __VERIFIER_assert(a[1] == 1 && (n == 0 || a[n - 1] == 7) && a[n] == 1);
    return 0;
}
