// expect: TRUE
// why: the returned value is converted to the result type

extern void __VERIFIER_assert(int);

static unsigned char low(int x) { return x; }
int main(void)
{
    __VERIFIER_assert(low(256) == 0);
    return 0;
}
