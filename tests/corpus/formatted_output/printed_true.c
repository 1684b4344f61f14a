// expect: TRUE
// why: A list that is only printed changes nothing.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
static int errors;
static void complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    errors++;
}
int main(void)
{
    complain("%s: %d\n", "number", 1);
    complain("%d\n", errors);
    assert(errors == 2);
}
