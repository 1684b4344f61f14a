// expect: TRUE
// options: --32 -D__OPTIMIZE__=2 -U__NO_INLINE__ -D_FORTIFY_SOURCE=2
// why: Checked versions of string functions do what the plain ones do.
#include <assert.h>
#include <string.h>

int main(void) {
    char a[16];
    strncpy(a, "abcdef", 3);
    a[3] = 0;
    assert(strcmp(a, "abc") == 0);
    return 0;
}
