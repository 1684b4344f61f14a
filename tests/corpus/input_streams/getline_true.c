// expect: TRUE
// native: skip
// why: A line of any length ends with a zero behind its characters.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length = getline(&line, &room, stdin);
    if (length < 0)
        return 0;
    if (length == 1)
        assert(line[1] == 0);
    free(line);
    return 0;
}
