// expect: TRUE
// check: order
// why: different members of a record are different objects

struct s { int n; int a[4]; };

static int use(struct s *p, struct s *q)
{
    p->a[p->n & 3] = q->n;
    p->a[0] = p->n++;
    return p->a[1] + q->n--;
}

int main(void)
{
    struct s x = {1, {0}};
    return use(&x, &x);
}
