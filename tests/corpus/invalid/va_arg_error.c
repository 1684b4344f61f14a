// expect: ERROR: this is no `va_list`
// why: Arguments are taken from a list.
#include <stdarg.h>
static int f(int n, ...)
{
    int list = n;
    return va_arg(list, int);
}
int main(void)
{
    return f(1, 2);
}
