// expect: TRUE
// options: -I include
// why: a header in a folder given with -I

extern void __VERIFIER_assert(int);

#include <config.h>
int main(void)
{
    __VERIFIER_assert(CONFIG_MAX == 4);
    return 0;
}
