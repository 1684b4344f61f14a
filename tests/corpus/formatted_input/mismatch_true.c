// expect: TRUE
// why: A text that does not match leaves the rest alone.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a = 1, b = 2;
    int count = sscanf("5;6", "%d,%d", &a, &b);
    assert(count == 1 && a == 5);
    assert(b == 2);
}
