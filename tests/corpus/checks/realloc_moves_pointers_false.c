// expect: FALSE
// check: pointer
// why: pointers keep what they point to when realloc moves a variable number of them
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { int value; int *at; };

int main(void) {
    int x = 3, n = __VERIFIER_nondet_int();
    if (n < 1 || n > 2)
        return 0;
    struct node *a = calloc(n, sizeof *a);
    a[0].value = 1;
    a[0].at = 0;
    a = realloc(a, (n + n) * sizeof *a);
    x = *a[0].at;
    free(a);
    return 0;
}
