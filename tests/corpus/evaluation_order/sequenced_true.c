// expect: TRUE
// why: operands of && || , and ?: and assignments of results have an order

extern void __VERIFIER_assert(int);

static int n;

static int next(void) { return ++n; }

static int twice(int x) { n += x; return n; }

int main(void)
{
    int x = (next(), next());
    __VERIFIER_assert(x == 2);
    x = next() == 3 && next() == 4;
    __VERIFIER_assert(x == 1);
    x = next() == 0 || next() == 6;
    __VERIFIER_assert(x == 1);
    x = next() == 7 ? next() : 0;
    __VERIFIER_assert(x == 8);
    n = twice(n);
    __VERIFIER_assert(n == 16);
    x = twice(twice(1));
    __VERIFIER_assert(x == 34);
    return 0;
}
