// expect: FALSE
// native: skip
// why: the left operand of += may be read before or after the call on the right

extern void __VERIFIER_assert(int);

static int g = 1;

static int set(void)
{
    g = 10;
    return 100;
}

int main(void)
{
    g += set();
    __VERIFIER_assert(g == 110);
    return 0;
}
