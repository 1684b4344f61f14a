// expect: FALSE
// native: skip
// why: A character that is put back comes again.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int c = getc(stdin);
    if (c == EOF)
        return 0;
    ungetc(c ^ 1, stdin);
    assert(getchar() == c);
}
