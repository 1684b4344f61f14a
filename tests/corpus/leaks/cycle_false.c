// expect: FALSE
// check: leak
// why: Objects that only point to each other are lost.
#include <stdlib.h>
struct node { struct node *next; };
static struct node *head;
int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    head = 0;
    return 0;
}
