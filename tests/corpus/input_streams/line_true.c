// expect: TRUE
// native: skip
// why: A line fits into its buffer and ends with a zero.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char line[4] = "~~~";
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    assert(line[3] == 0 || line[0] == '\n' || line[1] == '\n' || line[0] == 0 || line[1] == 0 || feof(stdin));
    return 0;
}
