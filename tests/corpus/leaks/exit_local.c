// expect: UNKNOWN: an automatic variable may still point to
// check: leak
// why: At exit, automatic variables are not looked at.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    if (*p)
        exit(0);
    free(p);
    return 0;
}
