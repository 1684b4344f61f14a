// expect: TRUE
// check: leak
// why: The first of two objects is lost when the pointer to it is overwritten.
#include <stdlib.h>
static int *p;
int main(void)
{
    p = malloc(sizeof *p);
    free(p);
    p = malloc(sizeof *p);
    return 0;
}
