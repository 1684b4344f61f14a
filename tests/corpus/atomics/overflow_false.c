// expect: FALSE
// check: overflow
// why: atomic additions wrap around, operators on atomic objects overflow

#include <limits.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int x = INT_MAX;
    x += 1;
    return 0;
}
