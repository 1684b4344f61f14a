// expect: FALSE
// options: --malloc-may-fail
// check: pointer
// why: What may be null must be asked before it is used.
#include <stdlib.h>
int main(void)
{
    int *p = calloc(2, sizeof *p);
    p[1] = 3;
    return 0;
}
