// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: realloc keeps the old contents

#include <stdlib.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 3;
    p[1] = 4;
    int *q = realloc(p, 4 * sizeof *q);
    if (!q)
        return 0;
    q[3] = 5;
    __VERIFIER_assert(q[0] == 3 && q[1] == 4);
    free(q);
    return 0;
}
