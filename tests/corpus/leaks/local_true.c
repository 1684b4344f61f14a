// expect: TRUE
// check: leak
// why: Memory that only a local variable points to is lost at the end.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    return 0;
}
