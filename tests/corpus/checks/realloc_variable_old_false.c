// expect: FALSE
// check: pointer
// why: what realloc has moved is not accessed where it was, also if the size varies
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    char *old = malloc(n);
    old[0] = 1;
    char *new = realloc(old, n + 1);
    old[0] = 2;
    free(new);
    return 0;
}
