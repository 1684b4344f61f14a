// expect: TRUE
// check: overflow
// why: atomic additions wrap around, operators on atomic objects overflow

#include <limits.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int x = INT_MAX;
    atomic_fetch_add(&x, 1);
    return 0;
}
