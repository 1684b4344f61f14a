// expect: FALSE
// engine ic3cfa: UNKNOWN
// why: free of a null pointer does nothing

#include <stdlib.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    int *p = 0, x = 1;
    free(p);
    p = realloc(0, sizeof *p);
    if (p) {
        *p = 2;
        x = *p;
        free(p);
        __VERIFIER_assert(x == 1);
    }
    return 0;
}
