// expect: FALSE
// options: -D__OPTIMIZE__=2 -U__NO_INLINE__ -D_FORTIFY_SOURCE=2
// why: Checked versions of string functions do what the plain ones do.
#include <assert.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char a[16], b[16];
    strcpy(a, "abc");
    memcpy(b, a, sizeof a);
    strcat(b, "d");
    memset(a, 0, sizeof a);
    printf("%s\n", b);
    assert(strlen(b) == 3 && a[0] == 0 && atoi("12") == 12);
    return 0;
}
