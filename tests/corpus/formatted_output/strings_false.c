// expect: FALSE
// why: Strings, with and without a precision.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char text[32];
    const char *name = "abc";
    int count = snprintf(text, sizeof text, "%s=%5s=%-5s=%.2s", name, name, name, name);
    assert(strcmp(text, "abc=  abc=abc  =abc") == 0);
    assert(count == 18);
}
