// expect: TRUE
// why: a compound literal is an object

extern void __VERIFIER_assert(int);

struct p { int x, y; };
static int area(struct p p) { return p.x * p.y; }
int main(void)
{
    int n = 3;
    __VERIFIER_assert(area((struct p){ n, n + 1 }) == 12);
    int *a = (int[]){ 5, 6, 7 };
    a[1]++;
    __VERIFIER_assert(a[1] == 7 && a[2] == 7);
    struct p *q = &(struct p){ .y = 2 };
    q->x = 1;
    __VERIFIER_assert(q->x + q->y == 3);
    return 0;
}
