// expect: FALSE
// check: free
// why: What realloc has freed must not be freed again.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    int *q = realloc(p, 2 * sizeof *q);
    free(p);
    return q != 0;
}
