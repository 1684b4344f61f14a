// expect: TRUE
// why: the target of an assignment may be looked up before or after the call

extern void __VERIFIER_assert(int);

static int x, y;
static int *p = &x;

static int change(void)
{
    p = &y;
    return 5;
}

int main(void)
{
    *p = change();
    __VERIFIER_assert(x + y == 5 && x * y == 0);
    return 0;
}
