// expect: FALSE
// engine ic3cfa: UNKNOWN
// why: copies with and without a limit

#include <string.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    char a[8], b[4];
    strcpy(a, "hello");
    strcat(a, "!");
    strncpy(b, "xy", 4);
    __VERIFIER_assert(a[5] == '!' && a[6] == 0 && b[1] == 'y' && b[3] == 'y');
    return 0;
}
