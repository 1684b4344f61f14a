// expect: TRUE
// why: calls in the arguments of calls

extern void __VERIFIER_assert(int);

static int add(int a, int b) { return a + b; }
static int twice(int a) { return add(a, a); }
int main(void)
{
    __VERIFIER_assert(add(twice(add(1, 2)), twice(4)) == 14);
    return 0;
}
