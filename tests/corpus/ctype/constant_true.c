// expect: TRUE
// why: isspace of the header was an arbitrary number.
#include <assert.h>
#include <ctype.h>

int main(void) {
    assert(!isspace('a'));
    assert(isspace('\t'));
    assert(isupper('Q') && !isupper('q'));
    return 0;
}
