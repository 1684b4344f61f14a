// expect: TRUE
// check: leak
// why: A pointer into the middle keeps an object reachable, one to something else does not.
#include <stdlib.h>
static char *p;
int main(void)
{
    p = malloc(8);
    p += 7;
    return 0;
}
