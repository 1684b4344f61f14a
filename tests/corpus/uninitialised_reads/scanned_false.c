// expect: FALSE
// check: uninitialised
// why: scanf gives no value where nothing matches.
#include <stdio.h>
int main(void)
{
    int x;
    if (scanf("%d", &x) > 1)
        return 0;
    return x;
}
