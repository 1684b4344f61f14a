// expect: TRUE
// engine ic3: UNKNOWN
// why: A format and a list from a function of the program.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static char text[16];
static int say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int count = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return count;
}
int main(void)
{
    assert(say("%d:%c", 7, 'a') == 3);
    assert(strcmp(text, "7:a") == 0);
}
