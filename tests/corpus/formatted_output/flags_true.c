// expect: TRUE
// why: Flags, width and precision.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char text[16];
    int count = sprintf(text, "%4d|%-2d|%#x|%.2d", 42, 7, 255, 3);
    assert(count == 15);
    assert(text[1] == ' ' && text[2] == '4' && text[6] == ' ' && text[9] == 'x' && text[13] == '0');
}
