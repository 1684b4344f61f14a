// expect: TRUE
// options: --malloc-may-fail
// why: alloca has no way to fail.
#include <alloca.h>
extern void reach_error(void);
int main(void)
{
    int *p = alloca(sizeof *p);
    if (!p)
        reach_error();
    return 0;
}
