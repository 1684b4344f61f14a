// expect: TRUE
// check: pointer, free, leak
// why: the usual use of cleanup: what is allocated is freed when its block is left

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static void free_pointer(void *p)
{
    free(*(void **) p);
}

#define owned __attribute__((cleanup(free_pointer)))

static int first(int n)
{
    owned int *a = malloc(sizeof(int));
    if (n < 0)
        return -1;
    owned int *b = malloc(sizeof(int));
    *a = n;
    *b = *a;
    return *b;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int result = first(n);
    __VERIFIER_assert(result == (n < 0 ? -1 : n));
    return 0;
}
