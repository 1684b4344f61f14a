// expect: FALSE
// check: leak
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: What a reachable object points to is reachable, and a node that is taken out is not.
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *head;
int main(void)
{
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    head->next = head->next->next;
    return 0;
}
