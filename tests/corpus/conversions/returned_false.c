// expect: FALSE
// why: 256 fits an unsigned short

extern void __VERIFIER_assert(int);

static unsigned short low(int x) { return x; }
int main(void)
{
    __VERIFIER_assert(low(256) == 0);
    return 0;
}
