// expect: TRUE
// why: An array that grows keeps its contents; sizes that are not constant were not modelled.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int capacity = __VERIFIER_nondet_int();
    if (capacity < 2 || capacity > 1000)
        return 0;
    int *p = malloc(2 * sizeof *p);
    if (p == NULL)
        return 0;
    p[0] = 3;
    p[1] = 4;
    p = realloc(p, (size_t) capacity * sizeof *p);
    if (p == NULL)
        return 0;
    p[capacity - 1] = 5;
    assert(p[0] == 3);
    free(p);
    return 0;
}
