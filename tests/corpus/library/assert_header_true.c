// expect: TRUE
// why: the assertion of the library

#include <assert.h>

int main(void)
{
    int a[2] = { 1, 2 };
    assert(a[0] + a[1] == 3);
    return 0;
}
