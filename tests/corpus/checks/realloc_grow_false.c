// expect: FALSE
// check: pointer
// why: an object of variable size grows by one element
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    a = realloc(a, (n + 1) * sizeof *a);
    a[n + 1 + 0] = 7;
    free(a);
    return 0;
}
