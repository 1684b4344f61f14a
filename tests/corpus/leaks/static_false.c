// expect: FALSE
// check: leak
// why: A static variable keeps memory reachable until it points elsewhere.
#include <stdlib.h>
static int *p;
int main(void)
{
    p = malloc(sizeof *p);
    p = 0;
    return 0;
}
