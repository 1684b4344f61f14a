// expect: FALSE
// why: quotient and remainder as a struct

#include <stdlib.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    div_t d = div(-7, 2);
    __VERIFIER_assert(d.quot == -3 && d.rem == 1);
    return 0;
}
