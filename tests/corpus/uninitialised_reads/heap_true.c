// expect: TRUE
// check: uninitialised
// why: malloc gives memory without values, calloc gives zeros.
#include <stdlib.h>
int main(void)
{
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 0;
    p[1] = 4;
    int x = p[0] + p[1];
    free(p);
    return x;
}
