// expect: TRUE
// why: The character is evaluated once.
#include <assert.h>
#include <ctype.h>

int main(void) {
    const char *s = "a1 b";
    assert(isalpha(*s++));
    assert(isdigit(*s++));
    assert(isspace(*s++));
    assert(*s == 'b');
    return 0;
}
