// expect: TRUE
// check: cleanup
// why: To be reachable is not to be freed.
#include <stdlib.h>
static int *p;
int main(void)
{
    p = malloc(sizeof *p);
    free(p);
    return 0;
}
