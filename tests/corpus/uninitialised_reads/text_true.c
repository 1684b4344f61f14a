// expect: TRUE
// check: uninitialised
// why: The end of a string must have been written.
#include <string.h>
int main(void)
{
    char text[4];
    text[0] = 'a';
    text[1] = 'b';
    text[2] = 0;
    return (int)strlen(text);
}
