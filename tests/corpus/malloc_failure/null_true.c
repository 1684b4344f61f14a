// expect: TRUE
// native: skip
// why: Otherwise it does not.
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        reach_error();
    return 0;
}
