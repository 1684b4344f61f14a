// expect: FALSE
// why: It returns a pointer into its argument, through which that is written.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char s[] = "abc";
    *strchrnul(s, 'b') = 'x';
    assert(s[1] == 'b');
    return 0;
}
