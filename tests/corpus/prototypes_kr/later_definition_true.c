// expect: TRUE
// why: a prototype first, the definition after its use

extern void __VERIFIER_assert(int);

static int twice(int);
int main(void)
{
    __VERIFIER_assert(twice(4) == 8);
    return 0;
}
static int twice(int x) { return x * 2; }
