// expect: FALSE
// why: designators that go down, and what follows them

extern void __VERIFIER_assert(int);

struct p { int x, y; };
struct s { struct p a[2]; int n; };
int main(void)
{
    struct s v = { .a[1].x = 5, 6, 7 };
    __VERIFIER_assert(v.a[0].x == 0 && v.a[1].x == 5 && v.a[1].y == 6 && v.n == 0);
    return 0;
}
