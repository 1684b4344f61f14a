// expect: FALSE
// native: skip
// why: an option may be given

#include <string.h>
extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    int verbose = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0)
            verbose = 1;
    __VERIFIER_assert(!verbose);
    return 0;
}
