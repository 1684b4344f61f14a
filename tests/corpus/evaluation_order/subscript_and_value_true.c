// expect: TRUE
// why: the subscript and the value are 0 and 1, in some order

extern void __VERIFIER_assert(int);

static int n;
static int a[4];

static int next(void) { return n++; }

int main(void)
{
    a[next()] = next();
    __VERIFIER_assert(a[0] == 1 || (a[0] == 0 && a[1] == 0));
    __VERIFIER_assert(n == 2);
    return 0;
}
