// expect: FALSE
// check: uninitialised
// why: Padding need not have a value when a structure is passed.
struct padded { char a; int b; };
static int sum(struct padded p)
{
    return p.a + p.b;
}
int main(void)
{
    struct padded p, q;
    p.a = 1;
    p.b = 2;
    q.a = 1;
    q.b = q.a + q.b;
    return sum(p) + sum(q);
}
