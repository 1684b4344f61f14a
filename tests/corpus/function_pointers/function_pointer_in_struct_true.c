// expect: TRUE
// why: methods

extern void __VERIFIER_assert(int);

struct shape { int side; int (*area)(const struct shape *); };
static int square(const struct shape *s) { return s->side * s->side; }
static int line(const struct shape *s) { return s->side; }
int main(void)
{
    struct shape a = { 3, square }, b = { 4, line };
    __VERIFIER_assert(a.area(&a) == 9 && b.area(&b) == 4);
    b.area = a.area;
    __VERIFIER_assert(b.area(&b) == 16);
    return 0;
}
