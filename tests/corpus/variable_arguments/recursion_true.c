// expect: TRUE
// engine ic3: UNKNOWN
// why: Each call has arguments of its own, also of a function that calls itself.
#include <assert.h>
#include <stdarg.h>
static int digits(int depth, ...)
{
    va_list list;
    va_start(list, depth);
    int deeper = depth > 0 ? digits(depth - 1, depth - 1) : 0;
    int own = va_arg(list, int);
    va_end(list);
    return deeper * 10 + own;
}
int main(void)
{
    assert(digits(2, 9) == 19);
}
