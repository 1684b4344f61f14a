// expect: FALSE
// native: skip
// why: What is no number is still there for the next call, and it may be anything else.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x;
    if (scanf("%d", &x) == 0 && !ferror(stdin)) {
        int c = getchar();
        assert(c < 58 && c > 0);
    }
    return 0;
}
