// expect: TRUE
// native: skip
// why: a number that was looked at

#include <stdlib.h>
extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 1;
    int n = atoi(argv[1]);
    if (n < 0 || n > 100)
        return 2;
    __VERIFIER_assert(n < 1000);
    return 0;
}
