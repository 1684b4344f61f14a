// expect: TRUE
// native: skip
// why: more calls than orders are tried for: stated as an assumption

extern void __VERIFIER_assert(int);

static int n;

static int next(void) { return n++; }

static int five(int a, int b, int c, int d, int e) { return a + b + c + d + e; }

int main(void)
{
    __VERIFIER_assert(five(next(), next(), next(), next(), next()) == 10);
    return 0;
}
