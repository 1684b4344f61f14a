// expect: TRUE
// why: a struct argument is a copy

extern void __VERIFIER_assert(int);

struct box { int v; };
static int change(struct box b)
{
    b.v = 7;
    return b.v;
}
int main(void)
{
    struct box b = { 3 };
    int r = change(b);
    __VERIFIER_assert(r == 7 && b.v == 3);
    return 0;
}
