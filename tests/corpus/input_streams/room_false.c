// expect: FALSE
// check: pointer,bounds
// native: skip
// why: A line that is longer than its buffer.
#include <stdio.h>
int main(void)
{
    char line[4];
    if (fgets(line, 5, stdin) == NULL)
        return 0;
    return line[0];
}
