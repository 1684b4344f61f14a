// expect: FALSE
// why: a constant table of functions

extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

static int zero(int x) { return x - x; }
static int same(int x) { return x; }
static int twice(int x) { return 2 * x; }
static int (*const table[])(int) = { zero, same, twice };
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 3;
    __VERIFIER_assert(table[i](7) == 7);
    return 0;
}
