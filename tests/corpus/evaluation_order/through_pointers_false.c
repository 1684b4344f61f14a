// expect: FALSE
// native: skip
// why: a call that changes what a pointer points to, beside a read of it

extern void __VERIFIER_assert(int);

static int change(int *p)
{
    *p = 7;
    return 0;
}

int main(void)
{
    int x = 5;
    int y = change(&x) + x;
    __VERIFIER_assert(y == 7);
    return 0;
}
