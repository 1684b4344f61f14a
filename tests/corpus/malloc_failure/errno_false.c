// expect: FALSE
// options: --malloc-may-fail
// native: skip
// why: A failed allocation sets errno to ENOMEM.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    errno = 0;
    void *p = malloc(8);
    if (!p && errno != 0)
        reach_error();
    return 0;
}
