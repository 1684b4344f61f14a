// expect: FALSE
// options: -I include -DCONFIG_MAX=3
// why: the same, with a macro from the command line

extern void __VERIFIER_assert(int);

#include <config.h>
int main(void)
{
    __VERIFIER_assert(CONFIG_MAX == 4);
    return 0;
}
