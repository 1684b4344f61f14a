// expect: TRUE
// check: cleanup
// why: an object of variable size that was moved must be freed
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    char *a = malloc(n);
    a = realloc(a, n + 1);
    if (n != 4)
        free(a);
    return 0;
}
