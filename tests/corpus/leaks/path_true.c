// expect: TRUE
// check: leak
// why: Memory is lost on one way through the program only.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    char *p = malloc(4);
    if (__VERIFIER_nondet_int() > 3) {
        free(p);
        return 1;
    }
    free(p);
    return 0;
}
