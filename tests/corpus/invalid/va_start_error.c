// expect: ERROR: `va_start` in a function without variable arguments
// why: Only a function with an ellipsis has variable arguments.
#include <stdarg.h>
static void f(int n)
{
    va_list list;
    va_start(list, n);
    va_end(list);
}
int main(void)
{
    f(1);
}
