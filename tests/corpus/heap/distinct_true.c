// expect: TRUE
// why: two allocations do not overlap

#include <stdlib.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    int *p = malloc(2 * sizeof *p), *q = malloc(2 * sizeof *q);
    if (!p || !q)
        return 0;
    p[0] = p[1] = 1;
    q[0] = q[1] = 2;
    __VERIFIER_assert(p != q && p[1] == 1 && q[0] == 2);
    free(p);
    free(q);
    return 0;
}
