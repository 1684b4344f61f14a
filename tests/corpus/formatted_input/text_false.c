// expect: FALSE
// why: Conversions of a given text are exact.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a, b = 0;
    int count = sscanf("7,-2", "%d,%d", &a, &b);
    assert(count == 2 && a == 7 && b == 2);
}
