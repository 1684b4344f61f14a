// expect: TRUE
// check: leak
// why: At exit, static variables still point to what they point to.
#include <stdlib.h>
static int *p;
int main(void)
{
    p = malloc(sizeof *p);
    exit(0);
}
