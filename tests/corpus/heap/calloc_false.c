// expect: FALSE
// why: calloc gives zeros

#include <stdlib.h>

extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned *p = calloc(4, sizeof *p);
    if (!p)
        return 0;
    unsigned i = __VERIFIER_nondet_uint() % 4;
    __VERIFIER_assert(p[i] == 1);
    free(p);
    return 0;
}
