// expect: FALSE
// check: cleanup
// why: To be reachable is not to be freed.
#include <stdlib.h>
static int *p;
int main(void)
{
    p = malloc(sizeof *p);
    return 0;
}
