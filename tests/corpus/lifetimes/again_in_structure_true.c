// expect: TRUE
// check: pointer
// native: skip
// why: a list of local variables, and the first one is from an earlier iteration.
struct node { int x; struct node *next; };
int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node n = { i, list };
        list = &n;
        list = 0;
        if (n.next && n.next->x > 5)
            return 1;
    }
    return 0;
}
