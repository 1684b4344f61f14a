// expect: TRUE
// why: Flags, width and precision.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char text[64];
    sprintf(text, "%5d|%-5d|%05d|%+d|% d|%.3d|%#x|%#o|%*d|%c", 42, 42, 42, 42, 42, 7, 255, 8, -4, 1, 'z');
    assert(strcmp(text, "   42|42   |00042|+42| 42|007|0xff|010|1   |z") == 0);
}
