// expect: UNKNOWN: va_
// why: a variadic function of the program

extern void __VERIFIER_assert(int);

#include <stdarg.h>
static int first(int n, ...)
{
    va_list list;
    va_start(list, n);
    int x = va_arg(list, int);
    va_end(list);
    return x;
}
int main(void)
{
    __VERIFIER_assert(first(1, 7) == 7);
    return 0;
}
