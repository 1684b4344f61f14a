// expect: FALSE
// check: cleanup
// why: exit ends the program as a return from main does; abort does not end it orderly.
#include <stdlib.h>
static int *p;
int main(void)
{
    p = malloc(sizeof *p);
    if (!*p)
        exit(1);
    free(p);
    exit(0);
}
