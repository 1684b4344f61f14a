// expect: TRUE
// why: one object on the heap

#include <stdlib.h>

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = __VERIFIER_nondet_int();
    int x = *p;
    *p = x + 1;
    __VERIFIER_assert(*p != x);
    free(p);
    return 0;
}
