// expect: TRUE
// why: a function returns a struct

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };
static struct point make(int x, int y)
{
    struct point p = { x, y };
    return p;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct point p = make(n, n ^ 1);
    __VERIFIER_assert(make(3, 4).y == 4);
    __VERIFIER_assert((p.x ^ p.y) == 1);
    return 0;
}
