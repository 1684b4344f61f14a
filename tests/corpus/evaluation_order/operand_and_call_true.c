// expect: TRUE
// why: both orders of a read and a call that changes what is read

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
    __VERIFIER_assert(sum == 101 || sum == 110);
    return 0;
}
