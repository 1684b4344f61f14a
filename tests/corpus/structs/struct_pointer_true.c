// expect: TRUE
// why: members through a pointer

extern void __VERIFIER_assert(int);

struct node { int value; struct node *next; };
int main(void)
{
    struct node b = { 2, 0 }, a = { 1, &b };
    struct node *p = &a;
    p->next->value += p->value;
    __VERIFIER_assert(b.value == 3 && (*p).next == &b && !b.next);
    return 0;
}
