// expect: TRUE
// why: a member is incremented

extern void __VERIFIER_assert(int);

struct point { int x, y; };
int main(void)
{
    struct point p = { 1, 2 };
    p.x++;
    __VERIFIER_assert(p.x == p.y);
    return 0;
}
