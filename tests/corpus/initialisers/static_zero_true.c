// expect: TRUE
// why: static aggregates start with zeros

extern void __VERIFIER_assert(int);

struct s { int a; char b[5]; struct s *next; } g;
int main(void)
{
    static struct s local[2];
    __VERIFIER_assert(g.a == 0 && g.b[4] == 0 && g.next == 0);
    __VERIFIER_assert(local[1].b[2] == 0 && !local[0].next);
    return 0;
}
