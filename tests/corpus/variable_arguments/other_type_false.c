// expect: FALSE
// check: pointer
// native: skip
// why: An argument is taken as what it is not.
#include <stdarg.h>
static long sum(int count, ...)
{
    va_list list;
    va_start(list, count);
    long first = va_arg(list, long);
    va_end(list);
    return first;
}
int main(void)
{
    return sum(1, 1.0) != 1;
}
