// expect: TRUE
// why: A function with variable arguments is called through a pointer.
#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);
static int last(int count, ...)
{
    va_list list;
    int value = 0;
    va_start(list, count);
    while (count-- > 0)
        value = va_arg(list, int);
    va_end(list);
    return value;
}
static int first(int count, ...)
{
    va_list list;
    va_start(list, count);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}
int main(void)
{
    int (*f)(int, ...) = __VERIFIER_nondet_int() ? first : last;
    int value = f(2, 10, 20);
    assert(value == 10 || value == 20);
}
