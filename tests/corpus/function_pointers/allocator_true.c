// expect: TRUE
// why: malloc and free through pointers in a record, as libraries let their users choose them.
#include <assert.h>
#include <stdlib.h>
struct hooks { void *(*allocate)(size_t); void (*release)(void *); };
static struct hooks hooks = {malloc, free};
int main(void)
{
    int *p = hooks.allocate(sizeof *p);
    if (p == NULL)
        return 0;
    *p = 7;
    assert(*p == 7);
    hooks.release(p);
    return 0;
}
