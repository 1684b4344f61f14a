// expect: TRUE
// options: --32
// why: Arguments are taken in a loop, as many as the first parameter says.
#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);
static int sum(int count, ...)
{
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100)
        return 0;
    assert(sum(0) == 0);
    assert(sum(3, 1, x, 3) < 105);
}
