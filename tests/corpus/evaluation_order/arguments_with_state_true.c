// expect: TRUE
// why: whatever the order of the arguments is, they are two different numbers

extern void __VERIFIER_assert(int);

static int n;

static int next(void) { return ++n; }

static int sub(int a, int b) { return a - b; }

int main(void)
{
    int d = sub(next(), next());
    __VERIFIER_assert(d == -1 || d == 1);
    __VERIFIER_assert(n == 2);
    return 0;
}
