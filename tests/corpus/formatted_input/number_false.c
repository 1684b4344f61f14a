// expect: FALSE
// native: skip
// why: A number from standard input, if there is one.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x = 5;
    int count = scanf("%d", &x);
    if (count != 1)
        assert(x == 5);
    if (count == 1 && x > 0 && x < 100)
        assert(x * x > x);
}
