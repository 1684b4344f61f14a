// expect: TRUE
// check: pointer
// why: The new object has the new size.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    p = realloc(p, 2 * sizeof *p);
    p[1] = 3;
    return p[1];
}
