// expect: FALSE
// options: --malloc-may-fail
// why: Allocation may fail if that is asked for.
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        reach_error();
    return 0;
}
