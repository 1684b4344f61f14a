// expect: TRUE
// check: uninitialised
// why: memcpy copies what has no value, and that is no use of it.
#include <string.h>
int main(void)
{
    int a[4], b[4];
    a[0] = 1;
    a[2] = 3;
    memcpy(b, a, sizeof a);
    return b[0] + b[2];
}
