// expect: TRUE
// check: pointer
// why: realloc ends the life of the old object.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 3;
    int *q = realloc(p, 2 * sizeof *q);
    q[1] = *q;
    return q[1];
}
