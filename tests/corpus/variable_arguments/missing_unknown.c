// expect: UNKNOWN: variable argument that is not there
// native: skip
// why: Without a check, an argument that is not there has no value that one could rely on.
#include <assert.h>
#include <stdarg.h>
static int second(int first, ...)
{
    va_list list;
    va_start(list, first);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}
int main(void)
{
    assert(second(1) == 0);
}
