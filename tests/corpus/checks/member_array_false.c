// expect: FALSE
// check: bounds
// why: An array in a record ends where the next member begins, also behind a pointer.
int __VERIFIER_nondet_int(void);
struct s { int a[3]; int b; } s;
int main(void)
{
    struct s *p = &s;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    return p->a[i];
}
