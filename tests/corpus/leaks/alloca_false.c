// expect: FALSE
// check: leak
// why: Memory from alloca is freed by the end of the function.
#include <stdlib.h>
#include <alloca.h>
int main(void)
{
    char *p = malloc(2);
    p[0] = 1;
    return 0;
}
