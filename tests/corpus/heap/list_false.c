// expect: FALSE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: a list of bounded length is built and summed

#include <stdlib.h>

extern void __VERIFIER_assert(int);

struct node { int value; struct node *next; };
int main(void)
{
    struct node *head = 0;
    for (int i = 1; i <= 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 0;
        n->value = i;
        n->next = head;
        head = n;
    }
    int sum = 0;
    for (struct node *p = head; p; p = p->next)
        sum = 10 * sum + p->value;
    __VERIFIER_assert(sum == 123);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
