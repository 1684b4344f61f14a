// expect: FALSE
// why: printing changes nothing

#include <stdio.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 3;
    printf("x = %d, %s\n", x, "text");
    puts("done");
    __VERIFIER_assert(x == 4);
    return 0;
}
