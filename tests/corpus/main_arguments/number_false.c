// expect: FALSE
// native: skip
// why: the number in an argument is not known

#include <stdlib.h>
extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 1;
    int n = atoi(argv[1]);
    __VERIFIER_assert(n < 1000);
    return 0;
}
