// expect: TRUE
// why: a recursive function calls one that is not

extern void __VERIFIER_assert(int);

static int twice(int x) { return 2 * x; }
static int power(int n) { return n == 0 ? 1 : twice(power(n - 1)); }
int main(void)
{
    __VERIFIER_assert(power(5) == 32);
    return 0;
}
