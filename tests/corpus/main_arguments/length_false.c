// expect: FALSE
// native: skip
// why: the length of an argument is not known

#include <string.h>
extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc > 1) {
        unsigned long n = strlen(argv[1]);
        __VERIFIER_assert(n < 5);
    }
    return 0;
}
