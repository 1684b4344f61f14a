// expect: TRUE
// check: leak
// why: A static variable keeps memory reachable until it points elsewhere.
#include <stdlib.h>
static int *p;
int main(void)
{
    p = malloc(sizeof *p);
    return 0;
}
