// expect: FALSE
// native: skip
// why: the function may be looked up after its arguments were evaluated

extern void __VERIFIER_assert(int);

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }

static int (*choice)(int) = one;

static int change(void)
{
    choice = two;
    return 10;
}

int main(void)
{
    int r = choice(change());
    __VERIFIER_assert(r == 11);
    return 0;
}
