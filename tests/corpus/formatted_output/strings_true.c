// expect: TRUE
// why: Strings, with and without a precision.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char text[8];
    const char *name = "ab";
    int count = snprintf(text, sizeof text, "%s=%.1s", name, name);
    assert(text[1] == 'b' && text[2] == '=' && text[3] == 'a');
    assert(count == 4);
}
