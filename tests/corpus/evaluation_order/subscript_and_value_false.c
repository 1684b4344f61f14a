// expect: FALSE
// native: skip
// why: the subscript on the left may be evaluated after the value on the right

extern void __VERIFIER_assert(int);

static int n;
static int a[4];

static int next(void) { return n++; }

int main(void)
{
    a[next()] = next();
    __VERIFIER_assert(a[0] == 1);
    return 0;
}
