// expect: FALSE
// why: from a member back to its struct

#include <stddef.h>

extern void __VERIFIER_assert(int);

struct link { struct link *next; };
struct item { int value; struct link link; };
#define item_of(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))
int main(void)
{
    struct item a = { 4, { 0 } };
    struct link *p = &a.link;
    __VERIFIER_assert(item_of(p)->value == 5 && item_of(p) == &a);
    return 0;
}
