// expect: TRUE
// why: the inner calls come before their outer ones in any order

extern void __VERIFIER_assert(int);

static int inner, seen;

static int a(void) { inner++; return 1; }
static int b(void) { inner++; return 2; }
static int f(int x) { if (inner == 2) seen++; return x; }
static int g(int x) { if (inner == 2) seen++; return x; }

int main(void)
{
    int sum = f(a()) + g(b());
    __VERIFIER_assert(sum == 3);
    __VERIFIER_assert(seen >= 1 && seen <= 2);
    return 0;
}
