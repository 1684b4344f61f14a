// expect: FALSE
// native: skip
// why: After the end of a stream there is nothing more.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int first = getchar();
    int second = getchar();
    if (first == EOF && feof(stdin))
        assert(second == EOF);
    assert(second >= -1 && second < 255);
}
