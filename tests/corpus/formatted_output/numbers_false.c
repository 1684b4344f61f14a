// expect: FALSE
// why: Numbers are written by all conversions of integers.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char text[64];
    int count = sprintf(text, "%d|%u|%X|%o|%lld|%hhd|%%", -42, 3000000000u, 48879, 8, 10000000000ll, 257);
    assert(text[0] == '-' && text[4] == '3' && text[15] == 'B' && text[21] == '0' && text[37] == '%');
    assert(count == 37);
}
