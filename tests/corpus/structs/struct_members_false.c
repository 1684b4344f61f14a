// expect: FALSE
// why: members are separate

extern void __VERIFIER_assert(int);

struct point { int x, y; };
int main(void)
{
    struct point p;
    p.x = 1;
    p.y = 2;
    p.x += p.y;
    __VERIFIER_assert(p.x == 3 && p.y == 3);
    return 0;
}
