// expect: FALSE
// native: skip
// why: the values of an initialiser are evaluated in any order

extern void __VERIFIER_assert(int);

static int n;

static int next(void) { return n++; }

struct pair { int a, b; };

int main(void)
{
    struct pair p = {next(), next()};
    __VERIFIER_assert(p.a == 0);
    return 0;
}
