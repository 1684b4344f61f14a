// expect: FALSE
// native: skip
// why: Numbers are read until there are none.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x, most = 0;
    while (scanf("%d", &x) == 1)
        if (x > most)
            most = x;
    assert(most == 0);
    return 0;
}
