// expect: FALSE
// why: a stack of nodes with an atomic head

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

#include <stdatomic.h>
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) head;

static void push(struct node *node)
{
    node->next = atomic_load(&head);
    while (!atomic_compare_exchange_strong(&head, &node->next, node))
        ;
}

static struct node *pop(void)
{
    struct node *top = atomic_load(&head);
    while (top && !atomic_compare_exchange_strong(&head, &top, top->next))
        ;
    return top;
}

int main(void)
{
    struct node a = { __VERIFIER_nondet_int(), NULL }, b = { 2, NULL };
    push(&a);
    push(&b);
    __VERIFIER_assert(pop() == &b);
    struct node *last = pop();
    __VERIFIER_assert(last == &a && last->value == a.value);
    __VERIFIER_assert(pop() != NULL);
    return 0;
}
