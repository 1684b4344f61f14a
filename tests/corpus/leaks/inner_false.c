// expect: FALSE
// check: leak
// why: A pointer into the middle keeps an object reachable, one behind its end does not.
#include <stdlib.h>
static char *p;
int main(void)
{
    p = malloc(8);
    p += 8;
    return 0;
}
