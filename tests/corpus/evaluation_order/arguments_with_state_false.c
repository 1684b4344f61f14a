// expect: FALSE
// native: skip
// why: arguments are evaluated in any order: the second call of next() may come first

extern void __VERIFIER_assert(int);

static int n;

static int next(void) { return ++n; }

static int sub(int a, int b) { return a - b; }

int main(void)
{
    __VERIFIER_assert(sub(next(), next()) == -1);
    return 0;
}
