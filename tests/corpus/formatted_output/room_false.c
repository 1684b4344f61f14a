// expect: FALSE
// check: pointer,bounds
// why: The bound of a buffer is checked where a number is written.
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    char text[4];
    int x = __VERIFIER_nondet_int();
    if (x < -1 || x > 99)
        return 0;
    sprintf(text, "<%d", x + (x < 0 ? -98 : 0));
    return text[0];
}
