// expect: FALSE
// check: pointer
// why: The new object has the new size.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4 * sizeof *p);
    p = realloc(p, 2 * sizeof *p);
    p[2] = 3;
    return p[2];
}
