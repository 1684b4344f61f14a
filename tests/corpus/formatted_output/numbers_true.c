// expect: TRUE
// why: Numbers are written by all conversions of integers.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char text[64];
    int count = sprintf(text, "%d|%u|%x|%X|%o|%ld|%lld|%hhd|%%", -42, 3000000000u, 48879, 48879, 8, -1L, 10000000000ll, 257);
    assert(strcmp(text, "-42|3000000000|beef|BEEF|10|-1|10000000000|1|%") == 0);
    assert(count == 46);
}
