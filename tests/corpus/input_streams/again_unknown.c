// expect: UNKNOWN: a run that depends on the result of
// native: skip
// why: What is read for the second time is what was read for the first time; no violation rests on it.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    FILE *file = fopen("data", "r");
    if (file == NULL)
        return 0;
    int first = fgetc(file);
    rewind(file);
    int again = fgetc(file);
    if (first >= 0 && again >= 0)
        assert(first == again);
}
