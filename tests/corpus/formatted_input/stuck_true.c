// expect: TRUE
// native: skip
// why: What is no number is still there for the next call.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x;
    if (scanf("%d", &x) == 0 && !ferror(stdin)) {
        int c = getchar();
        assert(c < '0' || c > '9');
    }
    return 0;
}
