// expect: FALSE
// check: leak
// why: realloc frees the old object.
#include <stdlib.h>
int main(void)
{
    char *p = malloc(2);
    char *q = realloc(p, 4);
    q[0] = 1;
    return 0;
}
