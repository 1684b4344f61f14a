// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: a list of input values is reversed in place

#include <stdlib.h>

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };
static struct node *cons(int value, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(0);
    n->value = value;
    n->next = next;
    return n;
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    struct node *list = cons(a, cons(b, 0)), *reversed = 0;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    __VERIFIER_assert(reversed->value == b && reversed->next->next == 0);
    return 0;
}
