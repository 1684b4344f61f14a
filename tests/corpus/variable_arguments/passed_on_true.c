// expect: TRUE
// why: A list is passed on, by value and by pointer, and copied.
#include <assert.h>
#include <stdarg.h>
static int next(va_list *list)
{
    return va_arg(*list, int);
}
static int all(int count, va_list list)
{
    int total = 0;
    while (count-- > 0)
        total = total * 10 + va_arg(list, int);
    return total;
}
static int twice(int count, ...)
{
    va_list list, copy;
    va_start(list, count);
    int first = next(&list);
    va_copy(copy, list);
    int here = all(count - 1, list);
    int again = all(count - 1, copy);
    va_end(copy);
    va_end(list);
    return here == again ? first * 100 + here : -1;
}
int main(void)
{
    assert(twice(3, 4, 5, 6) == 456);
}
