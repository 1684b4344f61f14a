// expect: FALSE
// options: --malloc-may-fail
// why: If realloc fails, the old object is still there.
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 5;
    int *q = realloc(p, 2 * sizeof *q);
    if (!q && !(*p == 6))
        reach_error();
    if (q && *q != 5)
        reach_error();
    return 0;
}
