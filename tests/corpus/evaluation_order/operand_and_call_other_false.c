// expect: FALSE
// native: skip
// why: the variable may be read before or after the call that changes it: the other result

extern void __VERIFIER_assert(int);

static int g = 1;

static int set(void)
{
    g = 10;
    return 100;
}

int main(void)
{
    int sum = g + set();
    __VERIFIER_assert(sum == 110);
    return 0;
}
