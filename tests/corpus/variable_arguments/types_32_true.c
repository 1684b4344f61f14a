// expect: TRUE
// options: --32
// why: Arguments of all classes, after the default promotions.
#include <assert.h>
#include <stdarg.h>
struct pair { int a; double b; };
static int count;
static int check(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    int c = va_arg(list, int);
    unsigned short s = (unsigned short) va_arg(list, unsigned);
    double f = va_arg(list, double);
    long long l = va_arg(list, long long);
    int *p = va_arg(list, int *);
    struct pair pair = va_arg(list, struct pair);
    unsigned long u = va_arg(list, unsigned long);
    va_end(list);
    *p += 1;
    return c == 'x' && s == 65535 && f == 0.5 && l == -5000000000 && pair.a == 7 && pair.b == 0.25 && u == 9;
}
int main(void)
{
    struct pair pair = {7, 0.25};
    char c = 'x';
    unsigned short s = 65535;
    float f = 0.5f;
    assert(check("", c, s, f, -5000000000ll, &count, pair, 9ul));
    assert(count == 1);
}
