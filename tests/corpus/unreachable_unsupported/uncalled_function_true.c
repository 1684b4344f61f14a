// expect: TRUE
// why: a function that nobody calls may use anything

extern void __VERIFIER_assert(int);

struct s { int a[10]; double d; };
double f(struct s *p, int n) { return n ? f(p, n - 1) : p->a[n] + p->d; }
int main(void)
{
    __VERIFIER_assert(sizeof(struct s) == 48);
    return 0;
}
