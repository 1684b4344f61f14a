// expect: TRUE
// options: --malloc-may-fail
// check: pointer
// native: skip
// why: strdup fails as malloc does.
#include <string.h>
int main(void)
{
    char *s = strdup("ab");
    if (s)
        s[1] = 'c';
    return 0;
}
