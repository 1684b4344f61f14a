// expect: FALSE
// check: pointer
// why: A test for null protects what is behind it.
int __VERIFIER_nondet_int(void);
struct s { struct s *next; int value; } a, b;
int main(void)
{
    a.next = &b;
    struct s *p = &a;
    while ((p != 0) & (p->value == 0))
        p = p->next;
    return 0;
}
