// expect: FALSE
// why: operands of && || , and ?: and assignments of results have an order

extern void __VERIFIER_assert(int);

static int n;

static int next(void) { return ++n; }

static int twice(int x) { n += x; return n; }

int main(void)
{
    int x = (next(), next());
    __VERIFIER_assert(x == 2);
    n = twice(n);
    __VERIFIER_assert(n == 4);
    x = twice(twice(1));
    __VERIFIER_assert(x == 11);
    return 0;
}
