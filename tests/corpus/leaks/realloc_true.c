// expect: TRUE
// check: leak
// why: realloc frees the old object.
#include <stdlib.h>
int main(void)
{
    char *p = malloc(2);
    p = realloc(p, 4);
    free(p);
    return 0;
}
