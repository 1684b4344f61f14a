// expect: TRUE
// why: the streams of the library are not null, and none is another one; they were arbitrary.
#include <stdio.h>
extern void __VERIFIER_assert(int);
int main(void)
{
    FILE *out = stdout;
    __VERIFIER_assert(out != 0 && out != stderr);
    return 0;
}
