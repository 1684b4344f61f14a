// expect: TRUE
// why: Conversions of a given text are exact.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    int a, b;
    unsigned c;
    char word[8];
    int count = sscanf("12 -7,abc:ff", "%d%d,%3[a-z]:%x", &a, &b, word, &c);
    assert(count == 4 && a == 12 && b == -7 && c == 255);
    assert(strcmp(word, "abc") == 0);
}
